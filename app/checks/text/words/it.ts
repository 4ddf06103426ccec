import type { Words } from "../words.ts";

const DATA = "(?:dat[oi]|informazion[ei])";
const COLLECT = "(?:raccol|raccogl|tratta|acqui|memorizz|archivi|ricev|forni|salva)";
const PARTY = "(?:<terz[ei]|fornitor|responsabil|partner|destinatari|soggetti)";

export const it: Words = {
	collected: [
		"<(?:raccogliamo|trattiamo|acquisiamo|riceviamo|memorizziamo|otteniamo)>",
		`${DATA} ~${COLLECT}`,
		`<(?:raccoglie|tratta|acquisisce|memorizza|raccolgono)> ~(?:${DATA}|<alcun|<nulla>|<niente>|<nessun)`,
		"<raccolta (?:di|dei|dati|e)",
		"<(?:quali|che) (?:dati|informazioni)",
	],
	use: [
		"<(?:utilizziamo|usiamo|trattiamo|impieghiamo)>",
		"<(?:utilizzat|usat|trattat|impiegat|raccolt|necessar)[oiae] (?:\\p{L}+mente |solo )?<(?:per|al fine|ai fini|a)>",
		"<finalità|<scop[oi]>|<al fine|<ai fini",
		"<(?:uso|utilizzo|trattamento) (?:dei|delle|di) ~(?:dati|informazioni)",
		"<per (?:fornire|migliorare|offrire|mostrare|rispondere|garantire|mantenere|verificare)",
		"<come (?:usiamo|utilizziamo|trattiamo)",
	],
	thirdParties: [
		"<terz[ei] part[ei]|<terzi>|<terza parte",
		"<condivi(?:d|s)",
		"<(?:vendiamo|cediamo|comunichiamo|divulghiamo|trasmettiamo|trasferiamo|ceduti|venduti)>",
		"<fornitor[ei]|<responsabil[ei] (?:del|esterni)|<destinatari",
	],
	equalProtection: [
		`${PARTY}~(?:<stess[aoie]>|equivalent|paragonabil|obblig|<tenut[oaie]>|contrattual|adeguat|impegn|<contratti?>)`,
		`(?:contrattual|obblig|<tenut[oaie]>|richiediamo)~${PARTY}`,
		"<(?:obbligat|tenut)[oaie] a non (?:divulgare|usare|utilizzare)",
	],
	security: [
		"sicurezza|<(?:modo|maniera|connession[ei]|server) sicur|<sicur[oiae] ~dati",
		"crittograf|cifrat|criptat",
		`<protegg\\p{L}* ~${DATA}|<protezione (?:dei|delle) (?:tuoi |suoi |vostri )?(?:dati|informazioni)>~(?:misur|access|tecnic)`,
		"non autorizzat",
		"<misure (?:tecniche|di protezione|organizzative|adeguate|ragionevoli)",
	],
	retention: [
		"<(?:periodo|durata|tempi?|termini) di (?:conservazione|archiviazione)|<conservazione (?:dei|di) dati",
		"<conserv\\p{L}* ~(?:<per (?:il|un|tutt|\\d|la|non)|<fino|finché|<tempo>|durata|periodo|necessari|<mesi>|<anni>|<giorni>)",
		"<(?:memorizzat|archiviat|mantenut|salvat|trattenut)\\p{L}* ~(?:<fino (?:a|al|alla)|finché|<per il tempo|<per \\d|durata|periodo)",
		"<(?:cancell|elimin|rimo)\\p{L}* ~(?:<entro>|<dopo>|decors|\\d+ (?:giorni|mesi|anni))",
		"<finché ~(?:necessari|<account>|attiv|utilizz)|<per quanto tempo|<tempo necessario|<per tutto il tempo",
	],
	deletion: [
		"<(?:diritt[oi]|richiedere|richiesta|richieste|chiedere|può|puoi|potete|possono|possibile)> ~(?:cancell|elimin|oblio|rimozione|rimuovere)",
		"<(?:cancellare|cancellando|eliminare|eliminando|cancellazione|eliminazione|rimuovere) ~(?:<account>|dati|<app>|l'app>|applicazione|profilo|informazioni)",
		"disinstall",
	],
	consent: [
		"<(?:revoc|ritir)\\p{L}* ~(?:consenso|permess|autorizzazion)",
		"<(?:consenso|permessi) ~(?:revoc|ritir)",
		"disiscri|<annullare l'iscrizione|<opt.?out>",
		"disattiv|disabilit",
		"<gestire (?:le |i )?(?:preferenze|permessi|cookie)",
	],
	children: ["<bambin[oi]>", "<minor[ie]>|minorenn", "<1[3-8] anni", "<genitor[ei]>|<tutor[ei]>"],
	ai: ["<ia>", "intelligenza artificiale", "apprendimento automatico", "modell[oi] linguistic"],
	permission: ["consens", "permess", "autorizza", "<accett"],
	subscription: ["abbona|<pian[oi] a pagamento"],
	length: [
		"mensil|annual|settimanal|trimestral|<al (?:mese|anno)>|<durata",
		"\\d+ (?:mese|mesi|ann[oi]|settiman[ae]|giorn[oi])>",
	],
	price: ["<prezz|<tariff|<cost[oi]>|<canone|<importo|<addebit", "€|\\d ?eur>"],
	renewal: ["rinnov"],
	cancelling: ["<annull|<disdi|<cancell"],
	abuse: ["<csae>|<csam>", "(?:abus[oi]|sfruttamento) sessual", "pedopornogra"],
	reporting: ["<segnal"],
	updated: [
		"<ultim[oa] (?:aggiornamento|modifica|revisione|versione)",
		"<(?:aggiornat|modificat|rivist)[oa](?: il| al)?",
		"<data (?:di|dell'ultimo) (?:ultimo )?(?:aggiornamento|modifica|revisione)",
	],
	effective: [
		"<data di (?:entrata in vigore|efficacia|decorrenza)",
		"<(?:in vigore|valid[oaie]|efficac[ei]) (?:dal|da|a partire dal)",
		"<decorrenza",
	],
	contact: ["<contatt", "<assistenza", "<aiuto>", "<supporto"],
};
