import { type ReactNode, Suspense } from "react";
import { renderToString } from "react-dom/server";
import type { Params } from "react-router";
import { VisitorError } from "#app/ui/frame/visitor-error.tsx";
import { VisitorHtml } from "#app/ui/frame/visitor-html.tsx";
import { isData } from "./error-content.ts";
import { type KeptComponent, pageLanguage } from "./page-handle.ts";
import { VISITOR_HEADERS } from "./page-headers.server.ts";

/** The loader of a route whose handle says `kept`: the address alone decides what it returns. */
export type KeptLoader = (place: { params: Params; url: URL }) => Promise<unknown>;

type Rendered = { status: number; headers: Record<string, string>; body: string };

/**
 * Renders an app's page, or the error page in its place, from its route's own loader and component:
 * byte for byte as React Router does, in a fiftieth of the time. A route without a component has a
 * loader that responds by itself. Returns null when the loader redirects or leaves the address to the
 * site. Throws unexpected errors.
 */
export async function renderKeptPage(
	{ loader, Page }: { loader: KeptLoader; Page?: KeptComponent },
	place: Parameters<KeptLoader>[0],
): Promise<Rendered | null> {
	try {
		const loaded = await loader(place);
		if (loaded instanceof Response) return await readResponse(loaded);
		if (!isData(loaded) || !Page) throw new TypeError("The loader of a kept page returns data()");
		// The loader and the component are of the same route.
		const page = <Page loaderData={loaded.data as never} />;
		return render(page, loaded.init, pageLanguage(loaded.data));
	} catch (thrown) {
		if (thrown instanceof Response) return null;
		if (!isData(thrown)) throw thrown;
		// Without a text of its own, the error is the site's: the address is reserved for its pages.
		if (thrown.data === null) return null;
		const error = { statusText: "", internal: false, data: thrown.data, ...thrown.init };
		return render(<VisitorError error={error} />, thrown.init);
	}
}

async function readResponse(response: Response): Promise<Rendered> {
	// The server's own headers are written so, and `Headers` holds names in lower case.
	const headers = [...response.headers].map(([name, value]) => [
		name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
		value,
	]);
	const body = await response.text();
	return { status: response.status, headers: Object.fromEntries(headers), body };
}

function render(page: ReactNode, init: ResponseInit | null, language?: string | null): Rendered {
	const html = renderToString(
		<VisitorHtml language={language}>
			{page}
			{/* The router ends each page so. */}
			<Suspense>{null}</Suspense>
		</VisitorHtml>,
	);
	return {
		status: init?.status ?? 200,
		headers: { ...(init?.headers as Record<string, string>), ...VISITOR_HEADERS },
		body: `<!DOCTYPE html>${html}`,
	};
}
