import type { Words } from "../words.ts";

const DATA = "(?:données?|informations?|renseignements?)";
const COLLECT = "(?:collect|recueil|récolt|trait|enregistr|obten|stock)";
const PARTY =
	"(?:<tiers>|<tierce|prestataire|partenaire|sous-traitant|entité|fournisseur|destinataire)";

export const fr: Words = {
	collected: [
		"<(?:collectons|recueillons|récoltons|traitons|obtenons|recevons)>",
		`${DATA} ~${COLLECT}`,
		`<(?:collecte|recueille|récolte|traite|enregistre|stocke)(?:nt)?> ~(?:${DATA}|<rien>|aucun)`,
		"<collecte (?:de|des|d'|et)",
		"<aucune (?:donnée|information)",
		"<quelles (?:données|informations)",
	],
	use: [
		"<(?:utilisons|exploitons|traitons)>",
		"<(?:utilis|trait|exploit|collect)ée?s? (?:\\p{L}+ment )?(?:<pour>|<à>|<afin>|<aux>|<dans le)",
		"<(?:servent|sert) (?:\\p{L}+ment )?(?:à|au)",
		"<finalités?>|<objectifs?>|<à quelles fins>|<aux fins>",
		"<afin (?:de|d')|<dans le but",
		"<utilisation (?:de|des|que) ~(?:données|informations)",
		"<pour (?:fournir|améliorer|offrir|afficher|répondre|assurer)",
	],
	thirdParties: [
		"<tiers>|<tierces?>",
		"<partag(?:eons|er|é|ée|ées|és)>",
		"<(?:vendons|cédons|transmettons|communiquons|divulguons|transférons|louons)>",
		"<(?:vendu|vendue|cédé|cédée|transmis|transmise|communiqué|communiquée)e?s?>",
		"prestataire|sous-traitant|<destinataire",
	],
	equalProtection: [
		`${PARTY}~(?:<mêmes?>|équivalent|comparable|obligé|<tenue?s?>|engag|contractuel|conforme|appropri|adéquat)`,
		`(?:contractuel|obligé|<tenue?s?>|exigeons)~${PARTY}`,
		"<(?:obligée?s?|tenue?s?) de ne pas (?:divulguer|utiliser)",
	],
	security: [
		"sécuri(?:té|sé|ser)|<(?:façon|manière) sûre",
		"chiffr|crypt",
		`<protég\\p{L}* ~${DATA}`,
		"non autoris",
		"mesures (?:techniques|de protection)",
	],
	retention: [
		"<durées? de (?:conservation|rétention|stockage)|<conservation (?:des|de vos) données",
		"<(?:conserv|stock|gard)\\p{L}* ~(?:durée|<pendant>|longtemps|<jusqu|<tant qu|<le temps|\\d+ (?:jours|mois|ans|semaines)|limit|nécessaire)",
		"<(?:supprim|effac|détrui)\\p{L}* ~(?:<après>|<dans un délai|<au bout|<sous \\d|<dès (?:que|lors))",
		"<aussi longtemps|<tant que (?:vous|votre|nécessaire)",
		"<combien de temps",
		"<rétention",
	],
	deletion: [
		"<(?:droit|droits|demander|demande|exiger)> ~(?:effacement|suppression|supprim|l'oubli|effac)",
		"<suppression (?:de|des|du) (?:vos|votre|mes|compte|leurs|données)",
		"<(?:supprimer|supprimez|supprimant|effacer|effacez|effacement) ~(?:compte|données|application|l'app>|informations)",
		"désinstall",
	],
	consent: [
		"<(?:retir|retrait|révo(?:qu|c)|revenir sur)\\p{L}* ~(?:consentement|accord|autorisation)",
		"<consentement ~(?:retir|révoqu)",
		"désinscri|désabonn|<opt.?out>",
		"désactiv",
		"<gérer (?:vos |mes |les )?(?:préférences|autorisations|cookies)",
	],
	children: [
		"<enfants?>",
		"<mineurs?>|<mineures?>",
		"<moins de (?:1[3-8]|treize|quinze|seize|dix-huit) ans",
		"<1[3-8] ans",
		"<parents?>|<tuteurs?>",
	],
	ai: ["<ia>", "intelligence artificielle", "apprentissage automatique", "modèles? de langage"],
	permission: ["consent", "autoris", "<accord>", "accept"],
	subscription: ["abonne"],
	length: [
		"mensuel|annuel|hebdomadaire|trimestriel|<par (?:mois|an|semaine)>|<durée",
		"\\d+ (?:mois|ans?|semaines?|jours?)>",
	],
	price: ["<prix>|<tarifs?>|<frais>|<coûts?>|<montant", "€|\\d ?eur>"],
	renewal: ["renouvel|reconduc|reconduit"],
	cancelling: ["<résili|<annul"],
	abuse: [
		"<csae>|<csam>",
		"(?:abus|exploitation|agression)s? sexuel",
		"pédo(?:pornograph|criminal|phil)",
	],
	reporting: ["<signal(?:er|ez|ement|ements|é|és)>"],
	updated: [
		"<(?:dernière|derniere) (?:mise à jour|modification|révision|version)",
		"<mise? à jour(?: le)?",
		"<(?:modifiée?|actualisée?|révisée?) le",
		"<date de (?:mise à jour|dernière mise à jour|modification)",
	],
	effective: [
		"<date d'entrée en vigueur",
		"<(?:en vigueur|applicable|effective|valable)(?: à (?:compter|partir) du| depuis le| le| dès le)?",
		"<date (?:effective|d'effet)",
	],
	contact: ["<contact", "<aide>", "<assistance", "<support>"],
};
