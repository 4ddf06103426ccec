/** What mail programs write around a quotation, in one language. All in small letters. */
type Words = {
	/** The names of the four headers that Outlook and others put above a quotation. */
	from: string;
	date: string;
	to: string;
	subject: string;
	/** Says in "On Friday … wrote:" who wrote. Parts of regular expressions, as the next ones. */
	wrote: string;
	/** Stands between dashes, above a message that is quoted. */
	original: string;
	/** Stands above a message that is passed on. */
	forwarded: string;
	/** What begins a line that names the program. */
	sent: string;
};

/** The languages of our own marker line. `|` stands between words that programs use alike. */
const LANGUAGES: Record<string, Words> = {
	en: {
		from: "from",
		date: "sent|date",
		to: "to",
		subject: "subject",
		wrote: "wrote",
		original: "original message|reply message|original email",
		forwarded: "forwarded message|begin forwarded message",
		sent: "sent (?:from|via|with)|get outlook for",
	},
	de: {
		from: "von",
		date: "gesendet|gesendet am|datum",
		to: "an",
		subject: "betreff",
		wrote: "schrieb|geschrieben",
		original: "urspr(?:ü|ue)ngliche (?:nachricht|mail|e-mail)|original[- ]?nachricht",
		forwarded: "weitergeleitete nachricht|anfang der weitergeleiteten (?:nachricht|e-mail)",
		sent: "gesendet (?:von|mit|über)|von meine[mr] .+ gesendet|diese nachricht wurde von|holen sie sich|outlook für",
	},
	fr: {
		from: "de|expéditeur",
		date: "envoyé|envoyé le|date",
		to: "à|destinataire",
		subject: "objet",
		wrote: "écrit",
		original: "message d[’']origine|message original|e-mail d[’']origine",
		forwarded: "message (?:transféré|réexpédié)|début du message (?:transféré|réexpédié)",
		sent: "envoyé (?:de|depuis|avec|à partir)|obtenir outlook|obtenez outlook|télécharger outlook",
	},
	es: {
		from: "de",
		date: "enviado|enviado el|fecha",
		to: "para|a",
		subject: "asunto",
		wrote: "escribió",
		original: "mensaje original",
		forwarded: "mensaje reenviado|inicio del mensaje reenviado",
		sent: "enviado (?:desde|con)|obtener outlook|obtén outlook",
	},
	pt: {
		from: "de",
		date: "enviado|enviada|enviado em|enviada em|data",
		to: "para",
		subject: "assunto",
		wrote: "escreveu",
		original: "mensagem original",
		forwarded: "(?:mensagem|início da mensagem) (?:encaminhada|reencaminhada)",
		sent: "enviado (?:do|de|pelo|a partir)|obter o outlook|obtenha o outlook",
	},
	it: {
		from: "da",
		date: "inviato|data",
		to: "a",
		subject: "oggetto",
		wrote: "ha scritto",
		original: "messaggio originale",
		forwarded: "messaggio inoltrato|inizio messaggio inoltrato",
		sent: "inviato (?:da|dal|con)|scarica outlook|ottieni outlook",
	},
	nl: {
		from: "van",
		date: "verzonden|datum",
		to: "aan",
		subject: "onderwerp",
		wrote: "schreef|geschreven",
		original: "oorspronkelijk bericht|origineel bericht",
		forwarded: "doorgestuurd bericht|begin doorgestuurd bericht",
		sent: "verstuurd vanaf|verzonden (?:vanaf|met)|outlook voor|download outlook",
	},
	pl: {
		from: "od|nadawca",
		date: "wysłano|wysłane|data",
		to: "do|adresat",
		subject: "temat",
		wrote: "napisał|napisała|napisał\\(a\\)|pisze",
		original: "wiadomość oryginalna|oryginalna wiadomość",
		forwarded:
			"(?:przekazana|przesłana dalej) wiadomość|wiadomość przekazana dalej|początek przekazywanej wiadomości|treść przekazanej wiadomości",
		sent: "wysłan[eo] z|pobierz outlook|pobierz aplikację outlook",
	},
	ja: {
		from: "差出人|送信者",
		date: "送信日時|日時|日付",
		to: "宛先",
		subject: "件名",
		wrote: "のメッセージ|(?:が|は|を)?書きました|からのメール",
		original: "元のメッセージ|original message",
		forwarded: "転送(?:された)?メッセージ|転送されたメール",
		sent: "\\S{1,20}から送信|outlook for \\S+ ?を入手|版 outlook",
	},
};

/** Returns the words of all languages of one kind, as alternatives of a regular expression. */
function all(kind: keyof Words): string {
	return Object.values(LANGUAGES)
		.map((words) => words[kind])
		.join("|");
}

/** The header of a quoted mail that a name means, such as "date" for "gesendet". */
export const HEADERS = new Map(
	(["subject", "to", "date", "from"] as const).flatMap((kind) =>
		all(kind)
			.split("|")
			.map((name) => [name, kind] as const),
	),
);

/** Says that somebody wrote, at the end of a text or before who did. */
export const WROTE = new RegExp(`(?<!\\p{L})(?:${all("wrote")})(?!\\p{L})`, "iu");

/** A line that says that a message follows which is quoted. */
export const ORIGINAL = new RegExp(`^[\\s*_]*-{2,} ?(?:${all("original")}) ?-{2,}[\\s*_]*$`, "iu");

/** A line that says that a message follows which the writer passes on. */
export const FORWARDED = new RegExp(
	`^[\\s>*-]*(?:${all("forwarded")}) ?(?:[:：]|-{2,})\\s*$`,
	"iu",
);

/** A line in which a mail program names itself, or the device. */
export const SENT = new RegExp(`^(?:${all("sent")})`, "iu");

/** What such a line names. */
export const PRODUCT =
	/iphone|ipad|android|outlook|mail|galaxy|samsung|proton|huawei|xiaomi|blackberry|gmx|web\.de|thunderbird|windows|smartphone|mobil|telefon|handy|t[ée]l[ée]phone|phone/iu;
