import { formatTime } from "#app/platform/time.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

type DeliveredProps = {
	/** The app that the visitor's first text was delivered to, while that is news. */
	to: string | null;
	/** When the visitor's session ends. */
	until: Date;
	canAnswerByMail: boolean;
};

/** Tells a visitor where answers reach them. */
export function Delivered({ to, until, canAnswerByMail }: DeliveredProps) {
	const timeZone = useHydrated() ? undefined : "UTC";
	return (
		<p className={to ? "banner" : "small muted"} data-tone={to ? "success" : undefined}>
			<span>
				{to && `Delivered to ${to}. `}Answers reach you here until{" "}
				<time dateTime={until.toISOString()}>{formatTime(until, timeZone)}</time>, and by mail after
				that.{canAnswerByMail && " You can answer those mails."}
			</span>
		</p>
	);
}
