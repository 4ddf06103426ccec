import http from "node:http";
import { type Loopback, listenOnLoopback, readBody } from "../process/loopback.ts";

/** A mail as Postmark's API receives it, with the token of the request. */
export type PostedMail = {
	From: string;
	To: string;
	Subject: string;
	TextBody: string;
	HtmlBody: string;
	ReplyTo?: string;
	MessageStream: string;
	Headers: { Name: string; Value: string }[];
	Metadata: { outbox_id: string };
	token: string | undefined;
};

/** "hang" never responds, "drop" closes the connection; both accept nothing. */
export type Answer =
	| { status: number; ErrorCode?: number; Message?: string; location?: string }
	| "hang"
	| "drop";

export type FakePostmark = Loopback & {
	/** Every request, refused ones included. */
	posted: PostedMail[];
	/** The mails with a 200 response. */
	accepted: PostedMail[];
	/** The addresses that were taken off the list of inactive ones. */
	reactivated: string[];
	/** Decides each response; 200 by default. */
	answer: (mail: PostedMail) => Answer | Promise<Answer>;
};

type Reactivated = { EmailAddress: string };

const OK: Answer = { status: 200 };

/** Starts an HTTP server on loopback with Postmark's API for a single mail. */
export async function startPostmark(): Promise<FakePostmark> {
	const server = http.createServer(async (request, response) => {
		if (request.url === "/message-streams/outbound/suppressions/delete") {
			const { Suppressions } = JSON.parse(await readBody(request));
			fake.reactivated.push(...Suppressions.map((one: Reactivated) => one.EmailAddress));
			response.writeHead(200, { "Content-Type": "application/json" });
			response.end(JSON.stringify({ Suppressions: [] }));
			return;
		}
		if (request.method !== "POST" || request.url !== "/email") {
			response.writeHead(404).end();
			return;
		}
		const mail = {
			...JSON.parse(await readBody(request)),
			token: request.headers["x-postmark-server-token"],
		} as PostedMail;
		fake.posted.push(mail);
		const answer = await fake.answer(mail);
		if (answer === "hang") return;
		if (answer === "drop") {
			request.socket.destroy();
			return;
		}
		const { status, ErrorCode = 0, Message = "OK", location } = answer;
		if (status === 200) fake.accepted.push(mail);
		response.writeHead(status, {
			"Content-Type": "application/json",
			...(location && { Location: location }),
		});
		response.end(
			JSON.stringify({
				To: mail.To,
				SubmittedAt: new Date().toISOString(),
				MessageID: `message-${fake.posted.length}`,
				ErrorCode,
				Message,
			}),
		);
	});
	const fake: FakePostmark = {
		...(await listenOnLoopback(server)),
		posted: [],
		accepted: [],
		reactivated: [],
		answer: () => OK,
	};
	return fake;
}
