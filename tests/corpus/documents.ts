import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A document as somebody has it. Its file is `name.language.form`, such as `terms.pt-BR.html`. */
export type CorpusDocument = {
	name: string;
	language: string;
	form: "html" | "md" | "txt";
	source: string;
};

const CORPUS = path.resolve(import.meta.dirname, "../fixtures/documents");

/** Reads the documents of a folder, sorted by name. Other files are passed over. */
export function readDocuments(folder = CORPUS): CorpusDocument[] {
	return readdirSync(folder)
		.sort()
		.flatMap((file) => {
			const [, name = "", language = "", form] =
				/^(.+?)(?:\.([a-zA-Z-]+))?\.(html|md|txt)$/.exec(file) ?? [];
			if (!form || name === "NOTICE") return [];
			const source = readFileSync(path.join(folder, file), "utf8");
			return [{ name, language, form: form as CorpusDocument["form"], source }];
		});
}

/** Reads one document of the corpus. */
export function readDocument(name: string): CorpusDocument {
	const document = readDocuments().find((one) => one.name === name);
	if (!document) throw new Error(`No document is called ${name}.`);
	return document;
}
