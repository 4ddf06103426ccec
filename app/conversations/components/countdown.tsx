import { useEffect, useState } from "react";
import { formatTime, MINUTE_MS, SECOND_MS } from "#app/platform/time.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

type CountdownProps = {
	endsAt: Date;
	/** Time until `endsAt` by the server's clock; the browser's clock can be minutes off. */
	msLeft: number;
	onEnd: () => unknown;
};

/** The minutes and seconds left of a session; without JavaScript, the time at which it ends. */
export function Countdown({ endsAt, msLeft, onEnd }: CountdownProps) {
	const isHydrated = useHydrated();
	const [{ now, end }, setTimes] = useState(() => timesFor(msLeft));
	const left = end - now;
	const isOver = left <= 0;

	useEffect(() => setTimes(timesFor(msLeft)), [msLeft]);

	useEffect(() => {
		if (isOver) {
			onEnd();
			return;
		}
		const timer = setInterval(() => setTimes(({ end }) => ({ now: Date.now(), end })), SECOND_MS);
		return () => clearInterval(timer);
	}, [isOver, onEnd]);

	if (!isHydrated) return <>Session open until {formatTime(endsAt, "UTC")}</>;
	if (isOver) return <>Session expired</>;
	const minutes = Math.floor(left / MINUTE_MS);
	const seconds = Math.floor((left % MINUTE_MS) / SECOND_MS);
	return (
		<span role="timer">
			{minutes}:{String(seconds).padStart(2, "0")} left
		</span>
	);
}

/** Now and the session's end, in milliseconds by the browser's clock. */
function timesFor(msLeft: number): { now: number; end: number } {
	const now = Date.now();
	return { now, end: now + msLeft };
}
