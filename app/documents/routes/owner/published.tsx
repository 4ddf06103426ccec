import { publicUrl } from "#app/addresses/address.server.ts";
import { appContext } from "#app/apps/middleware.ts";
import { checkSaved } from "#app/checks/check.server.ts";
import { CheckBox } from "#app/checks/components/check-box.tsx";
import { ForYourApp } from "#app/documents/components/for-your-app.tsx";
import { QrImage, WhereToPaste } from "#app/documents/components/where-to-paste.tsx";
import { kindOf } from "#app/documents/kind.ts";
import { documentContext } from "#app/documents/middleware.ts";
import { qrCodeOf } from "#app/documents/qr-code.server.ts";
import { paths } from "#app/paths.ts";
import { fieldsFor } from "#app/store-kit/list.ts";
import { Published } from "#app/ui/frame/published.tsx";
import type { Route } from "./+types/published";

export async function loader({ context, params }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const { accountName, app } = access;
	const document = context.get(documentContext);
	const url = publicUrl(paths.visitor.document(accountName ?? "", app.slug, document.slug));
	const fields = fieldsFor(kindOf(document)).map(({ name, place }) => ({ name, place }));
	return {
		title: document.title,
		url,
		qrCode: qrCodeOf(url),
		fields,
		report: await checkSaved(access, document.id),
		checksPath: paths.checks.all(params),
	};
}

export default function DocumentPublished({ loaderData, params }: Route.ComponentProps) {
	const { qrCode, fields, report, checksPath, ...published } = loaderData;
	return (
		<Published heading="Document published" {...published}>
			<div className="after-publishing">
				<WhereToPaste fields={fields} kit={paths.kit.page(params)} />
				<QrImage {...qrCode} />
			</div>
			{report && <CheckBox report={report} page={published.url} checksPath={checksPath} />}
			<ForYourApp url={published.url} />
		</Published>
	);
}
