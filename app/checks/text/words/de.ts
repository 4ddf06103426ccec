import type { Words } from "../words.ts";

const DATA = "(?:daten|informationen|angaben)";
const COLLECT = "(?:erheb|erhob|erfass|sammel|gesammel|verarbeit|speicher|gespeicher)";
const PARTY =
	"(?:dritte|drittanbieter|dienstleister|anbieter|partner|auftragsverarbeiter|empfänger|empfangende)";

export const de: Words = {
	collected: [
		`${COLLECT}\\p{L}* (?:wir|die app|diese app|der anbieter|von)`,
		`<wir ${COLLECT}`,
		`${DATA} ~${COLLECT}`,
		`${COLLECT}\\p{L}* ~${DATA}`,
		"daten(?:erhebung|erfassung|sammlung|verarbeitung)",
		"<welche (?:personenbezogenen )?(?:daten|informationen)",
		"<keine (?:personenbezogenen |persönlichen |personenbezogene |nutzer)?(?:daten|informationen)",
	],
	use: [
		"<(?:verwende|verwenden|nutze|nutzen|verarbeiten|benötigen|verarbeite|brauchen) (?:wir|ich)>",
		"<(?:wir|ich) (?:verwende|verwenden|nutze|nutzen|verarbeiten|benötigen|verarbeite|brauchen)>",
		"<(?:verwendet|genutzt|benötigt|verarbeitet|dienen|dient|erhoben)>~(?:<um>|<für>|<zur>|<zum>|<zu>|zweck)",
		"zweck",
		"<(?:verwendung|nutzung) (?:ihrer|deiner|der|von)",
		"<um ~<zu (?:verbessern|ermöglichen|gewährleisten|beantworten|betreiben|bieten|beheben)",
		"<rechtsgrundlage",
	],
	thirdParties: [
		"<dritte[nrs]?>",
		"drittanbieter|drittunternehmen|drittpartei",
		"weiter(?:ge)?(?:geb|gab|leit|gereicht)|weitergabe",
		"<(?:gebe|geben|gibt)> ~<weiter>",
		"<(?:verkauf|verkäuf|vermiet)|<übermittlung an",
		"dienstleister|auftragsverarbeiter|<empfänger",
	],
	equalProtection: [
		`${PARTY}~(?:gleiche[nmrs]?>|gleichwertig|vergleichbar|angemessen|ebenso|verpflicht|vertrag)`,
		`(?:verpflicht|vertraglich)~${PARTY}`,
		"<verpflichtet~<nicht (?:offen|weiter|anderweitig)",
		"auftragsverarbeitung",
	],
	security: [
		"sicherheit|<sicher (?:gespeichert|übertragen|verwahrt|zu )",
		"verschlüssel",
		"<(?:tls|ssl|https)>",
		"unbefugt|unberechtigt",
		"technische(?:n)? und organisatorische",
		"<schutz (?:ihrer|deiner|der|von) (?:personenbezogenen |persönlichen )?(?:daten|informationen)",
		"schutzmaßnahmen",
	],
	retention: [
		"aufbewahr",
		"speicherdauer|speicherfrist|löschfrist|dauer der (?:speicherung|daten)|speicherzeit",
		"<wie lange",
		"(?:gespeichert|speichern|speicherung|behalten|vorgehalten|verarbeitet)~(?:<solange|<so lange|<bis (?:zu|sie|du|zur|zum)|<dauer|<für \\d|\\d+ (?:tage|monate|jahre|wochen)|länger|zeitraum)",
		"<(?:solange|so lange)>~(?:gespeichert|erforderlich|notwendig|nötig|benötig|besteht|aktiv|nutz|wie)",
		"(?:gelöscht|löschen|vernichtet)~<(?:nach|sobald|innerhalb|spätestens|wenn)>",
		"<(?:nach|innerhalb|spätestens|sobald)>~(?:gelöscht|lösch|vernicht|zerstör)",
	],
	deletion: [
		"löschung",
		"<(?:können|kannst|kann|könnt|dürfen)> ~(?:löschen|entfernen|gelöscht)",
		"lösch(?:en|e|t)? (?:sie|du|ihr|dein|das|die|den)~(?:konto|account|app>|daten|nachricht)",
		"<(?:konto|account|daten|app)s? ~(?:zu )?löschen",
		"<recht auf vergessen",
		"deinstall",
	],
	consent: [
		"widerruf",
		"<(?:einwilligung|zustimmung)\\p{L}* ~(?:zurück|entzieh|entzogen)",
		"<opt.?out>",
		"(?:deaktivier|abschalt|ausschalt|abgeschaltet|ausgeschaltet|abmeld|abbestell|abwähl)",
	],
	children: [
		"<kind(?:er|ern|es|s)?>|<kinder",
		"minderjährig|jugendlich|jugendschutz",
		"<unter 1[3-8]>",
		"lebensjahr|jahre alt|<mindestalter",
		"<eltern>|erziehungsberechtigt|sorgeberechtigt",
	],
	ai: [
		"<ki>",
		"<ki-",
		"künstliche(?:r|n)? intelligenz",
		"maschinelle\\p{L}* lernen",
		"sprachmodell",
	],
	permission: ["einwillig", "zustimm", "einverst", "erlaubnis", "genehmig"],
	subscription: ["<abo>", "<abos>", "abonnement", "abonnier", "<abo-"],
	length: [
		"monatlich|jährlich|wöchentlich|<pro (?:monat|jahr|woche)|laufzeit|vertragsdauer|abrechnungszeitraum",
		"\\d+.(?:monat|jahr|woche|tag)",
	],
	price: ["<preis", "kosten|<gebühr", "€|\\d ?eur>"],
	renewal: ["verlänger|erneuer"],
	cancelling: ["kündig|stornier|<beende"],
	abuse: [
		"<csae>|<csam>",
		"(?:sexuell\\p{L}*|sexueller) (?:missbrauch|ausbeutung|gewalt)",
		"kindesmissbrauch|kinderpornogra",
	],
	reporting: ["<meld(?:en|et|ung|ungen|e)>|gemeldet|meldefunktion"],
	updated: [
		"<(?:zuletzt|letztmals) (?:aktualisiert|geändert|überarbeitet)(?: am)?",
		"<letzte (?:aktualisierung|änderung|überarbeitung|aktualisierung am)",
		"<stand",
		"<aktualisiert(?: am)?",
	],
	effective: [
		"<gültig(?:keitsdatum)?(?: ab| seit)?",
		"<(?:datum des )?inkrafttreten(?:s)?",
		"<(?:gilt|gelten|wirksam) (?:ab|seit)(?: dem)?",
		"<in kraft (?:seit|ab)(?: dem)?",
	],
	contact: ["<kontakt", "<hilfe>", "<support>", "<impressum"],
};
