import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type FakeMount, fakeMount } from "../../../tests/kit/process/litefs.ts";
import { readLagMs, readPosition, readRole } from "./litefs.server.ts";

let file: string;
let mount: FakeMount;

beforeEach(() => {
	file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "smallprint-litefs-")), "smallprint.db");
	mount = fakeMount(file);
});

afterEach(() => fs.rmSync(mount.folder, { recursive: true, force: true }));

describe("what LiteFS says of a node", () => {
	test("the primary has no lag and no primary", () => {
		expect(readRole(mount.folder)).toEqual({ kind: "primary" });
		expect(readLagMs(mount.folder)).toBe(0);
	});

	test("a replica that is connected knows the name of its primary", () => {
		mount.beReplicaOf("machine-1");
		expect(readRole(mount.folder)).toEqual({ kind: "replica", primary: "machine-1" });
		expect(readLagMs(mount.folder)).toBe(500);
	});

	test("a name that can't stand in a header is nobody's", () => {
		mount.beReplicaOf("a;fallback=none\r\nSet-Cookie: x");
		expect(readRole(mount.folder)).toEqual({ kind: "cut-off" });
	});

	test.each([1, 2_147_483_647, -250])(
		"without a primary, a lag of %d ms is no primary's",
		(lag) => {
			mount.beCutOff(lag);
			expect(readRole(mount.folder)).toEqual({ kind: "cut-off" });
			expect(readLagMs(mount.folder)).toBe(lag);
		},
	);

	test("where LiteFS is gone, nothing may be written and everything is too old", () => {
		const gone = path.join(mount.folder, "gone");
		expect(readRole(gone)).toEqual({ kind: "cut-off" });
		expect(readLagMs(gone)).toBe(Number.POSITIVE_INFINITY);
		expect(readPosition(path.join(gone, "smallprint.db"))).toBeNull();
	});

	test("the position is the number of a transaction, and later ones are greater", () => {
		mount.setPosition(9);
		const earlier = readPosition(file) ?? "";
		mount.setPosition(16);
		expect(earlier).toBe("0000000000000009");
		expect(readPosition(file)).toBe("0000000000000010");
		expect((readPosition(file) ?? "") > earlier).toBe(true);
	});
});
