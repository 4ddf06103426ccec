import zlib from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { saveAccountName } from "#app/accounts/account-name/account-name.server.ts";
import { grantPlan } from "#app/admin/administration.server.ts";
import { renameApp, saveContactEmail, trashApp } from "#app/apps/app.server.ts";
import { deleteForm, updateForm } from "#app/forms/form.server.ts";
import { newField } from "#app/forms/form-rules.ts";
import { CONTROL, controlName } from "#app/forms/visitor-form.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { dumpDatabase, dumpWhenMailIsSent, rowsWith } from "../../kit/dump.ts";
import { type Answer, createClient, encode, type Values } from "../../kit/http/client.ts";
import { builderValues, newFormValues } from "../../kit/http/forms.ts";
import { firstPage, questionIn, secondPage } from "../../kit/http/visitor-form.ts";
import { mailTo } from "../../kit/mailed.ts";
import { serve } from "../../kit/process/serve.ts";
import { createForm, createSelect, type TestForm } from "../../kit/world/form.ts";
import { createWorld, databaseFile, type World } from "../../kit/world/world.ts";

const server = serve();
const visitor = createClient(server);
let world: World;
let form: TestForm;

beforeEach(async () => {
	world = await createWorld();
	form = world.form;
});

function control(label: string): string {
	return controlName(form.fields.find((field) => field.label === label)?.id ?? "");
}

function submissionsOf(email: string) {
	return rowsWith(dumpDatabase(databaseFile), [email]).Submission ?? [];
}

describe("the address of a form", () => {
	test("in the older shape, or of any mix of earlier names, leads to the present one", async () => {
		const { user, app } = world;
		const later = `${user.accountName}-b`;
		await saveAccountName(user, later);
		await renameApp({ ...app, ...user, accountName: later }, "Later app");
		await updateForm(app, form.id, { ...form, title: "Later form" });
		const present = `/${later}/later-app/forms/later-form`;
		for (const account of [user.accountName, later]) {
			for (const slug of [app.app.slug, "later-app"]) {
				for (const formSlug of [form.slug, "later-form"]) {
					const path = `/${account}/${slug}/forms/${formSlug}`;
					const answer = await visitor.get(`${path}?ref=app`);
					const [status, to] = path === present ? [200, undefined] : [301, `${present}?ref=app`];
					expect([path, answer.status, answer.headers.location]).toEqual([path, status, to]);
				}
			}
		}
		for (const old of [`/form/${app.appId}/${form.id}`, present.toUpperCase(), `${present}/`]) {
			expect((await visitor.get(old)).headers.location).toBe(present);
		}
	});

	test("where no form is says so under the title Form Not Found", async () => {
		const { user, app } = world;
		for (const [path, text] of [
			[`/${user.accountName}/${app.app.slug}/forms/never-was`, "Form not found"],
			[`/form/${app.appId}/${crypto.randomUUID()}`, "Form not found"],
			[`/form/${crypto.randomUUID()}/${form.id}`, "Form not found"],
			["/nobody-here/some-app/forms/x", "Account &quot;nobody-here&quot; not found"],
		] as const) {
			const answer = await visitor.get(path);
			expect(answer.status).toBe(404);
			expect(answer.text).toContain("<h1>Form Not Found</h1>");
			expect(answer.text).toContain(`<p>${text}</p>`);
		}
	});

	test("answers 410 once the form was deleted, and the hub forgets it", async () => {
		const hub = form.path.replace(/\/forms\/.*/, "");
		expect((await visitor.get(hub)).text).toContain(`href="${form.path}"`);
		await deleteForm(world.app, form.id);
		for (const path of [form.path, `/form/${world.app.appId}/${form.id}`]) {
			const answer = await visitor.get(path);
			expect(answer.status).toBe(410);
			expect(answer.text).toContain("This form was taken down by its developer.");
		}
		const posted = await visitor.post(form.path, secondPage(form));
		expect(posted.status).toBe(410);
		expect(posted.text).toContain('href="/"');
		expect((await visitor.get(hub)).text).not.toContain(form.path);
	});

	test("holds a long form of ten fields in at most 8 kB, one request and no script", async () => {
		const countries = Array.from({ length: 50 }, (_, at) => `Country ${at}`);
		const long = await createForm(world.app, {
			title: "Everything",
			description: "Please tell us all of it. ".repeat(20),
			fields: [
				{ ...newField(), type: "email", label: "Your address", required: true },
				...Array.from({ length: 6 }, (_, at) => ({
					...newField(),
					label: `Question ${at + 1} about what you see`,
					placeholder: `Such as ${crypto.randomUUID()}`,
				})),
				{ ...newField(), type: "textarea" as const, label: "And then?" },
				createSelect("Country", countries),
				createSelect("Version", ["1.0", "2.0", "3.0"]),
			],
		});
		const answer = await visitor.get(long.path, { "Accept-Encoding": "gzip" });
		expect(answer.headers["content-encoding"]).toBe("gzip");
		expect(answer.bytes.length).toBeLessThanOrEqual(8_000);
		const html = zlib.gunzipSync(answer.bytes).toString();
		expect(html).not.toMatch(/<(script|img|iframe)|rel="(stylesheet|modulepreload|preload)"/);
		expect(html.match(/<label /g)).toHaveLength(11);
	});
});

describe("a form that takes no messages", () => {
	const CLOSED = "This form is not accepting new messages right now.";
	const CONTACT = `${CLOSED} You can write to <a href="mailto:hello@example.com" dir="ltr">hello@example.com</a>.`;

	test("leads to the app's contact address, from the next request on", async () => {
		await saveContactEmail(world.app, "hello@example.com");
		expect((await visitor.get(form.path)).text).not.toContain("hello@example.com");
		expect((await visitor.get(form.path)).text).toContain("Your message goes to");
		await grantPlan(world.user.email, "free");
		expect(notice(await visitor.get(form.path))).toBe(CONTACT);
		expect((await visitor.get(form.path)).text).not.toContain("Your message goes to");
		expect(notice(await visitor.post(form.path, firstPage(form)))).toBe(CONTACT);
		await saveContactEmail(world.app, null);
		expect(notice(await visitor.get(form.path))).toBe(CLOSED);
		await saveContactEmail(world.app, "hello@example.com");
		expect(notice(await visitor.get(form.path))).toBe(CONTACT);
	});

	test("because its owner closed it says so in the owner's words, too, and opens again", async () => {
		const closed = { ...form, isClosed: true, closedText: "Back on <Monday>: https://a.example/x" };
		await updateForm(world.app, form.id, closed);
		const own = /<p class="typed" dir="auto">Back on &lt;Monday&gt;: <a href="https:[^>]*>/;
		const before = await dumpWhenMailIsSent(databaseFile);
		for (const answer of [
			await visitor.get(form.path),
			await visitor.post(form.path, firstPage(form)),
			await visitor.post(form.path, secondPage(form)),
		]) {
			expect(notice(answer)).toBe(CLOSED);
			expect(answer.text).toMatch(own);
		}
		const sent = await visitor.post(form.path, secondPage(form), { Accept: "application/json" });
		expect([sent.status, JSON.parse(sent.text)]).toEqual([
			409,
			{ error: CLOSED, text: closed.closedText },
		]);
		expect(dumpDatabase(databaseFile)).toEqual(before);
		await updateForm(world.app, form.id, { ...closed, isClosed: false, revision: 2 });
		const { text } = await visitor.get(form.path);
		expect(text).toContain("Your message goes to");
		expect(text).not.toContain("Monday");
	});

	test("shows what was typed meanwhile, to be copied, and where to write instead", async () => {
		await saveContactEmail(world.app, "hello@example.com");
		const typed = { email: "ann@example.org", name: "Ann", message: "One line\nand another" };
		const posts = [firstPage(form, typed), secondPage(form, typed)];
		await grantPlan(world.user.email, "free");
		for (const values of posts) {
			const { status, text } = await visitor.post(form.path, values);
			expect(status).toBe(409);
			expect(text).toContain("hello@example.com</a>");
			for (const part of [
				"What you typed",
				"Message",
				"ann@example.org",
				"One line\nand another",
			]) {
				expect(text).toContain(part);
			}
		}
		const TYPED = /<strong>Message<\/strong><\/p><p class="typed"[^>]*>One line\nand another<\/p>/;
		await deleteForm(world.app, form.id);
		for (const values of posts) {
			const { status, text } = await visitor.post(form.path, values);
			expect(status).toBe(410);
			expect(text).toContain("hello@example.com</a>");
			expect(text).toMatch(TYPED);
			expect(text).toContain("ann@example.org");
		}
		await trashApp(world.user, world.app.appId);
		expect((await visitor.post(form.path, firstPage(form, typed))).text).toMatch(TYPED);
	});

	test("keeps the line breaks of its description", async () => {
		const { path } = await createForm(world.app, { description: "One line\nand another" });
		const { text } = await visitor.get(path);
		expect(text).toMatch(/<p class="lead typed"[^>]*>One line\nand another<\/p>/);
		expect(text).toMatch(/\.typed\{[^}]*white-space:pre-wrap/);
	});

	/** Without the marks that React leaves between two texts. */
	function notice({ text }: Answer): string | undefined {
		return /<p class="notice"[^>]*>(.*?)<\/p>/.exec(text.replaceAll("<!-- -->", ""))?.[1];
	}
});

describe("the link of somebody whose address was given by another", () => {
	const refuse = "/verify-submission/refuse";
	const BUTTON = "Don&#x27;t write to me again";

	test("that was cut says so, promises nothing, and offers no button", async () => {
		const { id } = world.unverified.verify;
		const posted = await visitor.post(refuse, { id });
		expect(posted.status).toBe(303);
		for (const path of [posted.headers.location as string, `${refuse}?id=${id}`]) {
			const { status, text } = await visitor.get(path);
			expect([path, status]).toEqual([path, 400]);
			expect(text).toContain("A part of the link is missing");
			expect(text).not.toContain(BUTTON);
			expect(text).not.toContain("<h1>Done</h1>");
		}
	});

	test("that confirmed the message says that it was delivered, and offers the conversation", async () => {
		const { verify } = world.submission;
		const { status, text } = await visitor.get(`${refuse}?${new URLSearchParams(verify)}`);
		expect(status).toBe(400);
		expect(text).toContain("it was delivered to");
		expect(text).not.toContain("nothing was delivered");
		expect(text).toContain("Send New Session Link");
		expect(text).not.toContain(BUTTON);
	});

	test("works twice within a double click, and says afterwards that it is over", async () => {
		const { verify, email } = world.unverified;
		const link = `${refuse}?${new URLSearchParams(verify)}`;
		const page = (await visitor.get(link)).text;
		for (const part of [BUTTON, form.title, world.app.app.name]) expect(page).toContain(part);
		for (const answer of [await visitor.post(refuse, verify), await visitor.post(refuse, verify)]) {
			expect(answer.headers.location).toMatch(/\/refuse\?done=/);
			const done = (await visitor.get(answer.headers.location ?? "")).text;
			expect(done).toContain("<h1>Done</h1>");
			expect(done).toContain('href="/local/mailbox"');
		}
		expect(submissionsOf(email)).toEqual([]);
		const { status, text } = await visitor.get(link);
		expect(status).toBe(400);
		expect(text).toContain("It was used before, or it is older than 24 hours.");
		expect(text).not.toContain(BUTTON);
	});
});

describe("who says This wasn't me", () => {
	const refuse = "/verify-submission/refuse";
	const allow = "/verify-submission/allow";

	test("may refuse the mail of all forms after that, and take it back by the mailed link", async () => {
		const { verify } = world.unverified;
		const first = await visitor.post(refuse, verify);
		const done = await visitor.get(first.headers.location ?? "");
		const [, proof = ""] = /name="proof" value="([^"]+)"/.exec(done.text) ?? [];
		const second = await visitor.post(refuse, { proof });
		expect(second.headers.location).toBe(`${refuse}?done=all`);
		expect((await visitor.get(`${refuse}?done=all`)).text).toContain("No form on this site");
		for (const forged of [
			await visitor.post(refuse, { proof: "x" }),
			await visitor.post(allow, { token: proof }),
		]) {
			expect(forged.headers.location).not.toMatch(/all$|\?done$/);
		}
		const [mail] = await mailTo(world.unverified.email);
		const [, token = ""] = /allow\?token=([\w-]+)/.exec(mail?.text ?? "") ?? [];
		const page = await visitor.get(`${allow}?token=${token}`);
		expect([page.status, page.text.includes("Take it back")]).toEqual([200, true]);
		const back = await visitor.post(allow, { token });
		expect(back.headers.location).toBe(`${allow}?done`);
		expect((await visitor.get(`${allow}?done`)).text).toContain("<h1>Done</h1>");
		for (const bad of ["", "?token=x", `?token=${proof}`]) {
			expect((await visitor.get(allow + bad)).status).toBe(400);
		}
	});
});

describe("a verification link that is too old", () => {
	test("sends a new one for the submission that is kept, with one button", async () => {
		const { verify, email } = world.unverified;
		await transaction((tx) =>
			tx.submissionLink.updateMany({
				where: { submissionId: verify.id },
				data: { expiresAt: new Date(0) },
			}),
		);
		const page = await visitor.get(`/verify-submission?${new URLSearchParams(verify)}`);
		expect(page.status).toBe(400);
		for (const text of ["Invalid or expired verification link", "Send a New Link", form.title]) {
			expect(page.text).toContain(text);
		}
		const [, action = ""] = /<form action="([^"]+)"/.exec(page.text) ?? [];
		const sent = await visitor.post(action, verify);
		const shown = await visitor.get(sent.headers.location ?? "");
		expect(shown.text).toContain("Check Your Email");
		expect(shown.text).toContain('href="/local/mailbox"');
		expect((await mailTo(email))[0]?.subject).toMatch(/^Confirm your message to /);
	});
});

describe("what a visitor sends", () => {
	test("is confirmed on a page for the one who sent it alone, with a link to the local mailbox", async () => {
		const { headers } = await visitor.post(form.path, secondPage(form));
		const address = headers.location ?? "";
		const sent = await visitor.get(address);
		for (const text of ["Check Your Email", 'href="/local/mailbox"'])
			expect(sent.text).toContain(text);
		expect(sent.headers["cache-control"]).toBe("no-store");
		const other = await createForm(world.app, { title: "Other form" });
		const receipt = address.slice(address.indexOf("?"));
		for (const forged of [`${form.path}?sent`, `${form.path}?sent=1.2`, other.path + receipt]) {
			const page = await visitor.get(forged);
			expect([page.status, page.text.includes("Check Your Email")]).toEqual([200, false]);
		}
	});

	test("is told with its address, mailed again within the limits, and given back to be corrected", async () => {
		const email = `typo-${crypto.randomUUID()}@example.com`;
		const message = `A long story.\n${"Why & how? ".repeat(300)}`;
		const first = await visitor.post(form.path, secondPage(form, { email, message }));
		const address = first.headers.location ?? "";
		expect(address.length).toBeLessThan(6_000);
		const page = await visitor.get(address);
		for (const text of [email, "Send it again", "Wrong address?", world.app.app.name]) {
			expect(page.text).toContain(text);
		}
		const again = () => visitor.post(address, { intent: "again" });
		for (let n = 1; n <= 3; n += 1) {
			const sent = await again();
			expect((await visitor.get(sent.headers.location ?? "")).text).toContain("Sent again.");
		}
		const refused = await again();
		expect(refused.status).toBe(429);
		for (const text of ["We have sent you three links", email])
			expect(refused.text).toContain(text);
		expect(await mailTo(email)).toHaveLength(4);

		const back = await visitor.post(address, { intent: "correct" });
		expect(back.text).toContain(`value="${email}"`);
		expect(back.text).toContain("A long story.");
		expect(submissionsOf(email)).toHaveLength(1);
	});

	test("is given back, too, when it is too long for an address", async () => {
		const email = `typo-${crypto.randomUUID()}@example.com`;
		const random = crypto.getRandomValues(new Uint16Array(4_900));
		const message = String.fromCodePoint(...random.map((one) => 0x4e00 + (one % 20_000)));
		const typed = secondPage(form, { email, message });
		let page = await visitor.post(form.path, typed);
		expect([page.status, page.headers["cache-control"]]).toEqual([200, "no-store"]);
		const action = /<form action="([^"]+)" method="post"/.exec(page.text)?.[1] ?? "";
		expect(action.length).toBeLessThan(1_000);
		expect((await visitor.get(action)).text).toContain(email);
		// A reload sends the same question again, which counts once.
		page = await visitor.post(form.path, typed);
		expect(submissionsOf(email)).toHaveLength(1);
		const values = firstPage(form, { email, message });
		page = await visitor.post(action, { ...values, intent: "again" });
		for (const text of ["Sent again.", email, message]) expect(page.text).toContain(text);
		const back = await visitor.post(action, { ...values, intent: "correct" });
		for (const text of [`value="${email}"`, message]) expect(back.text).toContain(text);
		expect(back.text).not.toContain("Check Your Email");
	});

	test("by a text browser, which shows the field for programs, is told what it is for", async () => {
		const { text } = await visitor.get(form.path);
		const [, label] = new RegExp(`<label for="${CONTROL.honeypot}">([^<]+)`).exec(text) ?? [];
		expect(label).toBe("Leave this empty: it is here for programs that fill in every field");
	});

	test("by a program looks the same on that page, with the same limit, and mails nothing", async () => {
		const email = `bot-${crypto.randomUUID()}@example.com`;
		const values = { ...firstPage(form, { email }), [CONTROL.honeypot]: "spam" };
		const address = (await visitor.post(form.path, values)).headers.location ?? "";
		expect((await visitor.get(address)).text).toContain(email);
		const statuses = [];
		for (let n = 1; n <= 4; n += 1) {
			statuses.push((await visitor.post(address, { intent: "again" })).status);
		}
		expect(statuses).toEqual([303, 303, 303, 429]);
		expect(await mailTo(email)).toEqual([]);
	});

	test("names form and app on the page that confirms it", async () => {
		const page = await visitor.get(
			`/verify-submission?${new URLSearchParams(world.unverified.verify)}`,
		);
		for (const name of [form.title, world.app.app.name]) expect(page.text).toContain(name);
	});

	const INVALID = "Please enter a valid email address";
	const refused: [what: string, label: string, typed: string, sentence: string][] = [
		["an option that is not offered", "Topic", "Other", "Please choose one of the options."],
		["an address with a header behind it", "Email", "a@example.com\r\nBcc: b@example.com", INVALID],
		["a null byte", "Message", "a\0b", "characters that can&#x27;t be read"],
		["a name of 201 characters", "Name", "x".repeat(201), "Please use at most 200 characters."],
	];

	for (const [what, label, typed, sentence] of refused) {
		test(`such as ${what} is refused at its field, and nothing is stored`, async () => {
			const before = await dumpWhenMailIsSent(databaseFile);
			for (const values of [firstPage(form), secondPage(form)]) {
				const answer = await visitor.post(form.path, { ...values, [control(label)]: typed });
				expect(answer.status).toBe(400);
				expect(answer.text).toMatch(new RegExp(`class="field-error"[^>]*>[^<]*${sentence}`));
				expect(answer.text).toContain("There is a problem");
			}
			expect(dumpDatabase(databaseFile)).toEqual(before);
		});
	}

	test("such as fields that the form doesn't have, or one twice, stores the form's alone", async () => {
		const email = "strange-fields@example.com";
		const extra = [
			"field-nothing=stored%3F",
			"field-__proto__=stored%3F",
			"__proto__=stored%3F",
			"constructor.prototype=stored%3F",
			"status=closed&verifiedAt=2020-01-01&userId=x",
			`${control("Name")}=second`,
			`${control("Email")}=second@example.com`,
			"field-[]=x&field-a[99999999]=x&field-=x",
		].join("&");
		const sent = await visitor.post(form.path, `${encode(secondPage(form, { email }))}&${extra}`);
		expect(sent.status).toBe(303);
		const [row = "", ...more] = submissionsOf(email);
		expect(more).toEqual([]);
		expect(row).not.toMatch(/stored\?|closed|second/);
	});

	test("travels from the first page to the second, and comes back to it after a wrong sum", async () => {
		const message = 'It\'s "gone" & <b>I</b> want it back\r\nplease';
		const first = await visitor.post(form.path, firstPage(form, { message }));
		expect(first.status).toBe(200);
		const again = await visitor.post(form.path, {
			...firstPage(form, { message }),
			[CONTROL.question]: questionIn(first.text),
			[CONTROL.answer]: "0",
		});
		expect(again.status).toBe(400);
		expect(again.text).toContain("Incorrect captcha answer. Please try again.");
		expect(questionIn(again.text)).not.toBe(questionIn(first.text));
		for (const { text } of [first, again]) {
			expect(text).toContain("It&#x27;s &quot;gone&quot; &amp; &lt;b&gt;I&lt;/b&gt; want it back");
		}
	});

	test("from a tab that is older than the form is told so, and kept", async () => {
		const message = "What I typed for ten minutes";
		await updateForm(world.app, form.id, { ...form, description: "New." });
		const before = await dumpWhenMailIsSent(databaseFile);
		for (const values of [firstPage(form, { message }), secondPage(form, { message })]) {
			const answer = await visitor.post(form.path, values);
			expect(answer.status).toBe(409);
			expect(answer.text).toContain("This form was changed while you were filling it in.");
			expect(answer.text).toContain(message);
			expect(answer.text).toContain(`name="${CONTROL.revision}" value="${form.revision + 1}"`);
		}
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("from a tab at an earlier address is passed on whole, not lost in a redirect", async () => {
		await updateForm(world.app, form.id, { ...form, title: "Moved on" });
		const answer = await visitor.post(form.path, firstPage(form));
		// 308 makes a browser send the same post again; 301 would make it a GET.
		expect(answer.status).toBe(308);
		expect(answer.headers.location).toBe(form.path.replace(form.slug, "moved-on"));
		const told = await visitor.post(answer.headers.location as string, firstPage(form));
		expect(told.status).toBe(409);
		expect(told.text).toContain("Where is my data?");
	});
});

describe("a hostile post to the builder", () => {
	const pressed = (type: string, payload: object) => ({
		__intent__: JSON.stringify({ type, payload: { name: "fields", ...payload } }),
	});
	const formOf = (fields: { id?: string }[]) =>
		builderValues({
			title: "Strange",
			description: "",
			fields: fields.map((field) => ({ ...newField(), type: "email", ...field })),
		});
	const insertion = { index: 99_999_999, defaultValue: {} };
	const options = Array.from({ length: 101 }, (_, at) => `o${at}`).join("\n");
	/** What a post has besides or in place of a new form's values, or what it makes of them. */
	const hostile: [string, Values | ((values: Values) => Values)][] = [
		["fields with a huge number", { "fields[99999999].label": "x", title: "" }],
		["an insertion at a huge place", pressed("insert", insertion)],
		["a move to a huge place", pressed("reorder", { from: 0, to: 4_294_967_295 })],
		["a removal of what has another name", pressed("remove", { name: "title", index: 0 })],
		["an insertion into __proto__", pressed("insert", { name: "__proto__", defaultValue: {} })],
		["an update", pressed("update", { name: "fields[9999999]", value: "x" })],
		["a button that is no JSON", { __intent__: "{" }],
		["31 fields", formOf(Array(31).fill({}))],
		["two fields of one id", formOf(Array(2).fill({ id: "same" }))],
		["options of more than 20 kB", { "fields[3].options": "a line of text\n".repeat(1_400) }],
		["101 options", { "fields[3].options": options }],
		["a type that there isn't", { "fields[0].type": "file" }],
		["an id that is HTML", { "fields[0].id": '"><script>' }],
		[
			"every setting twice",
			(v) => Object.fromEntries(Object.entries(v).map(([name, one]) => [name, [one, one].flat()])),
		],
		["no field at all", ({ title = "", request_id = "" }) => ({ title, request_id })],
	];

	for (const [what, change] of hostile) {
		test(`of ${what} is refused soon, and nothing is stored`, async () => {
			const owner = createClient(server.url, { cookie: world.cookie });
			const before = await dumpWhenMailIsSent(databaseFile);
			const values = newFormValues(world);
			const posted = typeof change === "function" ? change(values) : { ...values, ...change };
			const started = performance.now();
			const answer = await owner.post(`/app/${world.app.appId}/forms/new`, posted);
			expect(answer.status).toBe(400);
			expect(answer.text).not.toContain("<script>");
			expect(answer.text).not.toMatch(/Prisma|ZodError|node_modules/);
			expect(performance.now() - started).toBeLessThan(5_000);
			expect(dumpDatabase(databaseFile)).toEqual(before);
		});
	}
});
