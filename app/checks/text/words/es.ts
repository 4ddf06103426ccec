import type { Words } from "../words.ts";

const DATA = "(?:datos?|información|informaciones)";
const COLLECT = "(?:recopil|recog|recolect|recab|trata|almacen|obten|registr|facilit|proporcion)";
const PARTY = "(?:tercer|proveedor|encargad|socio|destinatari|prestador)";

export const es: Words = {
	collected: [
		"<(?:recopilamos|recogemos|recolectamos|recabamos|obtenemos|tratamos|almacenamos|recibimos)>",
		`${DATA} ~${COLLECT}`,
		`<(?:recopila|recoge|recolecta|recaba|almacena|obtiene|trata)n?> ~(?:${DATA}|<ning|<nada>)`,
		"<(?:recopilación|recogida|recolección|obtención) (?:de|y)",
		"<qué (?:datos|información)",
	],
	use: [
		"<(?:utilizamos|usamos|empleamos|tratamos|procesamos)>",
		"<(?:utiliz|us|emple|trat|proces)(?:a|an|ada|ado|adas|ados|ará|arán|aremos) (?:\\p{L}+mente |solo |sólo )?<(?:para|con|a fin)>",
		"<finalidad|<propósito|<con el fin|<fines>|<objetivo",
		"<(?:uso|tratamiento) (?:de|que) ~(?:datos|información)",
		"<para (?:proporcionar|mejorar|ofrecer|mostrar|responder|prestar|mantener)",
		"<cómo (?:usamos|utilizamos|tratamos)",
	],
	thirdParties: [
		"<tercer[oa]s?>",
		"<compart(?:imos|ir|ido|ida|e|en|iremos)>",
		"<(?:vendemos|cedemos|transmitimos|divulgamos|revelamos|alquilamos|vender|transferimos)>",
		"proveedor|<encargad[oa]s? del|<destinatari",
	],
	equalProtection: [
		`${PARTY}~(?:<mism[oa]s?>|equivalent|comparable|obligad|compromet|contractual|adecuad|<acuerdos?>|contrato)`,
		`(?:contractual|obligad|exigimos)~${PARTY}`,
		"<obligad[oa]s? a no (?:divulgar|usar|utilizar|revelar)",
	],
	security: [
		"seguridad|<(?:forma|manera|modo|conexión|conexiones|servidores) segur|<segur[oa]s? ~datos",
		"cifrad|encript|cript",
		`<prote(?:g|j)\\p{L}* ~${DATA}`,
		"no autorizad",
		"<medidas (?:técnicas|de protección|organizativas|razonables)",
	],
	retention: [
		"<(?:retención|retenemos|retendremos|retener)>",
		"<(?:plazo|período|periodo|tiempo)s? de (?:conservación|retención|almacenamiento)|<conservación de (?:los )?datos",
		"<(?:conserv|almacen|guard|manten|mantien|retien)\\p{L}* ~(?:<mientras>|<durante>|<hasta (?:que|un|\\d)|<tiempo>|<plazo>|\\d+ (?:días|meses|años|semanas)|per[ií]odo)",
		"<mientras ~(?:necesari|<cuenta>|activ|utilic|<use>|<usted>)",
		"<(?:elimin|borr|suprim)\\p{L}* ~(?:<tras>|<después|<dentro de|<en un plazo|<a los \\d|\\d+ (?:días|meses|años)|<cuando ya no)",
		"<cuánto tiempo|<tiempo (?:necesario|que sea necesario)",
	],
	deletion: [
		"<(?:derechos?|solicitar|solicite|pedir|puede|puedes|podrá|podrás|solicitud)> ~(?:supresión|eliminación|eliminar|elimine|borr|suprim|cancelación|olvido)",
		"<(?:eliminar|eliminando|borrar|borrando|suprimir|eliminación|supresión|elimina|borra) ~(?:<cuenta>|datos|aplicación|<app>|información|mensaje)",
		"desinstal",
	],
	consent: [
		"<(?:retir|revo(?:c|qu))\\p{L}* ~(?:consentimiento|permiso|autorización)",
		"<(?:consentimiento|permiso)s? ~(?:retir|revo(?:c|qu))",
		"<(?:darse|darte|date) de baja|<cancelar (?:la|tu|su) suscripción|<opt.?out>|exclusión voluntaria",
		"desactiv|deshabilit",
		"<gestionar (?:tus |sus |los )?(?:preferencias|permisos|cookies)",
	],
	children: [
		"<niñ[oa]s?>",
		"<menores>|<menor de",
		"<1[3-8] años",
		"<padres>|<tutor(?:es)?>|<tutor legal|infantil",
	],
	ai: ["<ia>", "inteligencia artificial", "aprendizaje automático", "modelos? de lenguaje"],
	permission: ["consent", "permis", "autoriz", "<acept"],
	subscription: ["suscri"],
	length: [
		"mensual|anual|semanal|trimestral|<por (?:mes|año|semana)>|<duración",
		"\\d+ (?:mes|meses|años?|semanas?|días?)>",
	],
	price: [
		"<precio|<tarifa|<coste?s?>|<costos?>|<cargos?>|<importe",
		"[€$] ?\\d|\\d ?(?:€|eur>|usd>)",
	],
	renewal: ["renov|renuev"],
	cancelling: ["<cancel|<darse de baja"],
	abuse: ["<csae>|<csam>", "(?:abuso|explotación) sexual", "pornografía infantil"],
	reporting: ["<denunci|<report(?:ar|e|es|a|ado|ados|amos)>|<informar sobre|<notificar"],
	updated: [
		"<última (?:actualización|modificación|revisión|versión)",
		"<(?:actualizad|modificad|revisad)[oa](?: el)?",
		"<fecha de (?:actualización|última actualización|modificación|revisión)",
	],
	effective: [
		"<fecha de (?:entrada en )?vigor|<fecha de vigencia|<fecha efectiva",
		"<(?:en vigor|vigente|efectiv[oa]s?|válid[oa]) (?:desde|a partir)(?: del?| de)?",
		"<vigencia",
	],
	contact: ["<contact", "<ayuda>", "<soporte", "<asistencia"],
};
