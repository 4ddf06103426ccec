import type { Words } from "../words.ts";

const DATA = "(?:dados?|informação|informações)";
const COLLECT = "(?:colet|recolh|trata|armazen|obt|regist|forneci|processa)";
const PARTY = "(?:terceir|provedor|prestador|fornecedor|operador|parceir|destinatári)";

export const pt: Words = {
	collected: [
		"<(?:coletamos|recolhemos|recebemos|tratamos|obtemos|armazenamos|processamos)>",
		`${DATA} ~${COLLECT}`,
		`<(?:coleta|recolhe|armazena|obtém|trata)m?> ~(?:${DATA}|<nenhum|<nada>)`,
		"<(?:coleta|recolha|obtenção) (?:de|e|dos)",
		"<(?:que|quais) (?:dados|informações)",
	],
	use: [
		"<(?:usamos|utilizamos|tratamos|processamos)>",
		"<(?:usad|utilizad|tratad|processad|coletad)[oa]s? (?:\\p{L}+mente |apenas )?<(?:para|com|a fim)>",
		"<finalidade|<propósito|<objetivo|<com o fim|<para fins",
		"<(?:uso|utilização|tratamento) (?:de|das|dos|e) ~(?:dados|informações)",
		"<para (?:fornecer|melhorar|oferecer|exibir|responder|prestar|manter|garantir)",
		"<como (?:usamos|utilizamos|tratamos)",
	],
	thirdParties: [
		"terceir[oa]s?>|terceirizad",
		"<(?:compartilh|partilh)",
		"<(?:vendemos|cedemos|divulgamos|transferimos|alugamos|transmitimos|vender)>",
		"<(?:prestador|provedor|fornecedor|operador|destinatári)",
	],
	equalProtection: [
		`${PARTY}~(?:<mesm[oa]s?>|equivalent|comparáve|obrigad|comprom|contratua|adequad|<contratos?>)`,
		`(?:contratua|obrigad|exigimos)~${PARTY}`,
		"<obrigad[oa]s? a não (?:divulgar|usar|utilizar)",
	],
	security: [
		"segurança|<(?:forma|maneira|modo|conexão|conexões|servidores) segur|<segur[oa]s? ~dados",
		"criptograf|cifrad|encript",
		`<prote(?:g|j|ç)\\p{L}* ~${DATA}`,
		"não autorizad",
		"<medidas (?:técnicas|de proteção|organizacionais|razoáveis)",
	],
	retention: [
		"<retenção|<retemos|<reteremos|<reter>",
		"<(?:período|prazo|tempo)s? de (?:conservação|retenção|armazenamento|guarda)|<conservação (?:de|dos) dados",
		"<(?:conserv|armazen|guard|mant|retid)\\p{L}* ~(?:<enquanto>|<durante>|<pelo tempo|<até (?:que|\\d)|<tempo necessário|<prazo>|<período|\\d+ (?:dias|meses|anos|semanas)|<por até)",
		"<enquanto ~(?:necessári|<conta>|ativ|utiliz|<usar>|<você>|<for>)",
		"<(?:exclu|elimin|apag|remov)\\p{L}* ~(?:<após>|<depois|<em até|<dentro de|<no prazo|\\d+ (?:dias|meses|anos))",
		"<(?:por )?quanto tempo|<tempo necessário",
	],
	deletion: [
		"<(?:direitos?|solicitar|solicite|pedir|pode|poderá|solicitação)> ~(?:exclusão|eliminação|exclu|apag|elimin|esquecimento)",
		"<(?:excluir|excluindo|apagar|apagando|eliminar|exclusão|eliminação|remover) ~(?:<conta>|dados|aplicativo|<app>|informações)",
		"<exclusão(?::|,| e| ou)",
		"desinstal",
	],
	consent: [
		"<(?:retir|revog)\\p{L}* ~(?:consentimento|permiss|autorização)",
		"<(?:consentimento|permissões?) ~(?:retir|revog)",
		"descadastr|<opt.?out>|<cancelar (?:a|sua) inscrição",
		"desativ|desabilit",
		"<gerenciar (?:suas |as )?(?:preferências|permissões|cookies)",
	],
	children: [
		"<crianças?>",
		"<menores>|<menor de",
		"<1[3-8] anos",
		"<pais ou|<responsáve(?:l|is) lega|infantil|adolescente",
	],
	ai: ["<ia>", "inteligência artificial", "aprendizado de máquina", "modelos? de linguagem"],
	permission: ["consent", "permiss", "autoriza", "<aceit|<concord"],
	subscription: ["<assinatura|<assinante|<subscriç|<plano (?:premium|pago)"],
	length: [
		"mensal|anual|semanal|trimestral|<por (?:mês|ano|semana)>|<duração|<vigência",
		"\\d+ (?:mês|meses|anos?|semanas?|dias?)>",
	],
	price: ["<preço|<tarifa|<custos?>|<taxas?>|<valor", "r\\$|€|\\d ?(?:eur>|usd>)"],
	renewal: ["renov"],
	cancelling: ["<cancel"],
	abuse: ["<csae>|<csam>", "(?:abuso|exploração) sexual", "pornografia infantil"],
	reporting: ["<denunci|<denúncia|<report(?:ar|e|ado|ados)>|<relatar"],
	updated: [
		"<última (?:atualização|modificação|revisão|alteração|versão)",
		"<(?:atualizad|modificad|revisad)[oa](?: em)?",
		"<data d[ea] (?:última )?(?:atualização|modificação|revisão)",
	],
	effective: [
		"<data de (?:entrada em )?vig(?:or|ência)|<data efetiva",
		"<(?:em vigor|vigente|efetiv[oa]s?|válid[oa]) (?:desde|a partir)(?: de| do)?",
		"<vigência",
	],
	contact: ["<contat|<contact", "<ajuda>", "<suporte", "<atendimento"],
};
