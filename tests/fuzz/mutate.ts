import { encode, FORM } from "../kit/http/client.ts";
import type { Message } from "./message.ts";

export type Random = () => number;

type Mutation = (message: Message, random: Random) => Message;

const MOST_MUTATIONS = 4;

/** Texts that are known to break programs. */
export const NASTY = [
	"",
	" ",
	"\0",
	"%",
	"%00",
	"%zz",
	"%ff%fe",
	"%ed%a0%80",
	"..",
	"../../../../etc/passwd",
	"__proto__",
	"constructor",
	"hasOwnProperty",
	"null",
	"undefined",
	"NaN",
	"-1",
	"0",
	"1e309",
	"99999999999999999999",
	"0x10",
	"true",
	"[]",
	"{}",
	'{"a":{"b":[1,2',
	"' OR 1=1 --",
	'"; DROP TABLE User; --',
	"<script>alert(1)</script>",
	"{{7*7}}",
	"$" + "{7*7}",
	"\r\nSet-Cookie: session=1",
	"a,b;c=d",
	"2026-02-30",
	"ＡＢＣ",
	"ß́̂",
	"\u202e\u0000\uffff",
	"\ud83d",
	"👩‍👩‍👧‍👦".repeat(30),
	"١٢٣",
	"a".repeat(300),
	"é".repeat(2_000),
	"-".repeat(70_000),
	"[".repeat(5_000),
	"a@b.c",
	`${"a".repeat(300)}@example.com`,
	"javascript:alert(1)",
	"//evil.example",
	"https://evil.example/",
	"01a1fe74-a228-710a-993c-81a87a0d9811",
];

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get", "FOO"];

const HEADERS = [
	"Accept",
	"Accept-Encoding",
	"Accept-Language",
	"Authorization",
	"Content-Encoding",
	"Content-Type",
	"Cookie",
	"Expect",
	"Fly-Client-IP",
	"Fly-Replay-Failed",
	"Fly-Src",
	"Host",
	"If-Modified-Since",
	"If-None-Match",
	"Origin",
	"Purpose",
	"Range",
	"Referer",
	"Sec-Fetch-Mode",
	"Sec-Fetch-Site",
	"Stripe-Signature",
	"TE",
	"Transfer-Encoding",
	"Upgrade",
	"User-Agent",
	"X-Client-Address",
	"X-Forwarded-For",
	"X-Forwarded-Host",
	"X-Forwarded-Proto",
	"X-HTTP-Method-Override",
	"X-Requested-With",
	"X-Route",
];

const HEADER_VALUES = [
	"*",
	"*/*;q=nan",
	"application/json",
	"text/event-stream",
	"multipart/form-data",
	"multipart/form-data; boundary=x",
	"multipart/form-data; boundary=",
	"text/plain; charset=utf-16",
	"application/x-www-form-urlencoded; charset=iso-8859-1",
	"gzip",
	"gzip, br;q=0, *;q=0.1",
	"br",
	"chunked",
	"100-continue",
	"websocket",
	"bytes=0-0,-1",
	"bytes=99999999-",
	'W/"x", "y", *',
	"cross-site",
	"none",
	"null",
	"127.0.0.1",
	"::1, 10.0.0.1, ,",
	"session=; session=a; __Host-session=%",
	"__Host-session=IiI%3D; flash=e30%3D.AAAA",
	"__Host-flash=eyJ0eXBlIjoic3VjY2VzcyJ9.x",
	"__Host-position=ffffffffffffffff.0",
	"t=1,v1=00",
	"Tue, 99 Foo 2026 25:61:61 GMT",
];

const MUTATIONS: Mutation[] = [
	function changeMethod(message, random) {
		return { ...message, method: pick(METHODS, random) };
	},
	function changeSegment(message, random) {
		const [path = "", ...search] = message.target.split("?");
		const segments = path.split("/");
		const at = Math.floor(random() * segments.length);
		const text = pick(NASTY, random);
		const put = random() < 0.7 ? escaped(text) : visible(text);
		segments.splice(at, random() < 0.7 ? 1 : 0, put);
		return {
			...message,
			target: [`/${segments.join("/").replace(/^\//, "")}`, ...search].join("?"),
		};
	},
	function changeShape(message, random) {
		const { target } = message;
		const shapes = [
			() => target.toUpperCase(),
			() => `${target}/`,
			() => `/${target}`,
			() => `${target}.data`,
			() => `${target}/..`,
			() => `/./${target}`,
			() => target.replaceAll("/", "%2f"),
			() => `https://evil.example${target}`,
			() => `${target}#fragment`,
			() => target.slice(0, Math.floor(random() * target.length)) || "/",
			() => `${target}/${"a/".repeat(500)}`,
			() => `${target}?${"a".repeat(18_000)}`,
			() => "*",
			() => "",
		];
		return { ...message, target: pick(shapes, random)() };
	},
	function addQuery(message, random) {
		const names = "page q sort cursor after before token id email plan redirectTo mode tab sent";
		const others = "_routes index success session_id from status confirm days";
		const name =
			random() < 0.8 ? pick(`${names} ${others}`.split(" "), random) : pick(NASTY, random);
		const text = pick(NASTY, random);
		const pair = `${escaped(name)}=${random() < 0.8 ? escaped(text) : visible(text)}`;
		return {
			...message,
			target: `${message.target}${message.target.includes("?") ? "&" : "?"}${pair}`,
		};
	},
	function setHeader(message, random) {
		const name = pick(HEADERS, random);
		const value = random() < 0.7 ? pick(HEADER_VALUES, random) : visible(pick(NASTY, random));
		const kept = message.headers.filter(([one]) => random() < 0.2 || one !== name);
		return { ...message, headers: [...kept, [name, value.slice(0, 12_000)]] };
	},
	function dropHeader(message, random) {
		const [name] = pick(message.headers, random) ?? [];
		return { ...message, headers: message.headers.filter(([one]) => one !== name) };
	},
	function spoilCookie(message, random) {
		const headers = message.headers.map(([name, value]): [string, string] => {
			if (name !== "Cookie") return [name, value];
			const at = Math.floor(random() * value.length);
			return [
				name,
				`${value.slice(0, at)}${visible(pick(NASTY, random)).slice(0, 2_000)}${value.slice(at + 1)}`,
			];
		});
		return { ...message, headers };
	},
	function changeField(message, random) {
		const pairs = pairsOf(message);
		const at = Math.floor(random() * pairs.length);
		const value = pick(NASTY, random);
		const name = pairs[at]?.[0] ?? "name";
		pairs.splice(at, 1, [name, value]);
		if (random() < 0.2) pairs.push([name, pick(NASTY, random)]);
		return withForm(message, pairs);
	},
	function changeFieldName(message, random) {
		const pairs = pairsOf(message);
		const at = Math.floor(random() * pairs.length);
		const [name = "name", value = ""] = pairs[at] ?? [];
		const names = [
			pick(NASTY, random),
			`${name}[]`,
			`${name}[__proto__][polluted]`,
			`${name}.toString`,
			"fields[99999999].label",
			"fields[-1].id",
			"__intent__",
			"intent",
			"revision",
			"request_id",
		];
		pairs.splice(at, random() < 0.5 ? 1 : 0, [pick(names, random), value]);
		return withForm(message, pairs);
	},
	function dropField(message, random) {
		const pairs = pairsOf(message);
		pairs.splice(Math.floor(random() * pairs.length), 1);
		return withForm(message, pairs);
	},
	function manyFields(message, random) {
		const count = Math.floor(random() * 2_000);
		return withForm(message, [
			...pairsOf(message),
			...Array.from({ length: count }, (_, n): [string, string] => [`f${n}`, "x"]),
		]);
	},
	function asMultipart(message, random) {
		const parts = pairsOf(message).map(([name, value]) => {
			const file = random() < 0.3 ? '; filename="a.txt"\r\nContent-Type: text/plain' : "";
			return `--x\r\nContent-Disposition: form-data; name="${name.slice(0, 200)}"${file}\r\n\r\n${value}\r\n`;
		});
		const end = random() < 0.8 ? "--x--\r\n" : "--x";
		return withBody(message, Buffer.from(parts.join("") + end), "multipart/form-data; boundary=x");
	},
	function asJson(message, random) {
		const json = JSON.stringify(Object.fromEntries(pairsOf(message)));
		const cut = random() < 0.3 ? json.slice(0, json.length / 2) : json;
		return withBody(message, Buffer.from(cut), "application/json");
	},
	function spoilBytes(message, random) {
		const body = Buffer.from(message.body ?? "name=value");
		for (let n = 0; n < 5 && body.length > 0; n += 1) {
			body[Math.floor(random() * body.length)] = Math.floor(random() * 256);
		}
		return { ...message, method: "POST", body };
	},
	function tooLarge(message, random) {
		if (random() < 0.7) return message;
		return { ...message, method: "POST", body: Buffer.alloc(513 * 1024, "a=b&") };
	},
	function lie(message, random) {
		if (random() < 0.7) return message;
		const length = pick(["5", "999999", "999999999999", "-1", "1, 2", "x", ""], random);
		return { ...message, method: "POST", body: message.body ?? Buffer.from("a=b"), length };
	},
	function noise(message, random) {
		if (random() < 0.8) return message;
		const raw = Buffer.from(Array.from({ length: 200 }, () => Math.floor(random() * 256)));
		return { ...message, raw: random() < 0.5 ? raw : Buffer.concat([Buffer.from("GET / "), raw]) };
	},
];

/** Returns the request with something wrong in it, and what that is. */
export function mutate(message: Message, random: Random): { message: Message; by: string[] } {
	let mutant = message;
	const by: string[] = [];
	for (let left = Math.floor(random() * (MOST_MUTATIONS + 1)); left > 0; left -= 1) {
		const mutation = pick(MUTATIONS, random);
		mutant = mutation(mutant, random);
		by.push(mutation.name);
	}
	return { message: mutant, by };
}

export function pick<T>(list: readonly T[], random: Random): T {
	return list[Math.floor(random() * list.length)] as T;
}

function pairsOf({ body }: Message): [string, string][] {
	return [...new URLSearchParams(body?.toString() ?? "name=value")];
}

function withForm(message: Message, pairs: [string, string][]): Message {
	return withBody(message, Buffer.from(encodePairs(pairs)), FORM);
}

/** Encodes pairs in their order; `encode` keeps the order within one name only. */
function encodePairs(pairs: [string, string][]): string {
	return pairs.map(([name, value]) => encode({ [name || "empty"]: value })).join("&");
}

function withBody(message: Message, body: Buffer, type: string): Message {
	const headers = message.headers.filter(([name]) => name !== "Content-Type");
	return { ...message, method: "POST", headers: [...headers, ["Content-Type", type]], body };
}

function escaped(text: string): string {
	return Buffer.from(text)
		.toString("latin1")
		.replace(/[^\w.~-]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/** Removes the characters that would end the text's line. */
function visible(text: string): string {
	return text.replace(/[\r\n\0]/g, "");
}
