import { publicUrl } from "#app/addresses/address.server.ts";
import { appContext } from "#app/apps/middleware.ts";
import { ForYourApp } from "#app/documents/components/for-your-app.tsx";
import { QrImage, WhereToPaste } from "#app/documents/components/where-to-paste.tsx";
import { documentContext } from "#app/documents/middleware.ts";
import { qrCodeOf } from "#app/documents/qr-code.server.ts";
import { paths } from "#app/paths.ts";
import { Published } from "#app/ui/frame/published.tsx";
import type { Route } from "./+types/published";

export function loader({ context }: Route.LoaderArgs) {
	const { accountName, app } = context.get(appContext);
	const document = context.get(documentContext);
	const url = publicUrl(paths.visitor.document(accountName ?? "", app.slug, document.slug));
	return { title: document.title, url, qrCode: qrCodeOf(url) };
}

export default function DocumentPublished({ loaderData }: Route.ComponentProps) {
	const { qrCode, ...published } = loaderData;
	return (
		<Published heading="Document published" {...published}>
			<div className="after-publishing">
				<WhereToPaste />
				<QrImage {...qrCode} />
			</div>
			<ForYourApp url={published.url} />
		</Published>
	);
}
