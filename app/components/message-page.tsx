import type { ReactNode } from "react";
import { NarrowShell } from "./page-shell";

type MessagePageProps = { title: string; text: ReactNode; children?: ReactNode };

export function MessagePage({ title, text, children }: MessagePageProps) {
	return (
		<NarrowShell title={title} intro={text}>
			{children && <div className="cluster">{children}</div>}
		</NarrowShell>
	);
}
