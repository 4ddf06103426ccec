import http from "node:http";
import { type Loopback, listenOnLoopback, readBody } from "../process/loopback.ts";

/** A mail as Postmark's API gets it, and the token that it came with. */
export type PostedMail = {
	From: string;
	To: string;
	Subject: string;
	TextBody: string;
	HtmlBody: string;
	MessageStream: string;
	Metadata: { outbox_id: string };
	token: string | undefined;
};

/** "hang" never answers, "drop" breaks the connection off; both accept nothing. */
export type Answer = { status: number; ErrorCode?: number; Message?: string } | "hang" | "drop";

export type FakePostmark = Loopback & {
	/** Every request, also those that were refused. */
	posted: PostedMail[];
	/** The mails that were answered with 200. */
	accepted: PostedMail[];
	/** Decides each answer; 200 at first. */
	answer: (mail: PostedMail) => Answer | Promise<Answer>;
};

const OK: Answer = { status: 200 };

/** An HTTP server on loopback that speaks Postmark's API for a single mail. */
export async function startPostmark(): Promise<FakePostmark> {
	const server = http.createServer(async (request, response) => {
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
		const { status, ErrorCode = 0, Message = "OK" } = answer;
		if (status === 200) fake.accepted.push(mail);
		response.writeHead(status, { "Content-Type": "application/json" });
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
		answer: () => OK,
	};
	return fake;
}
