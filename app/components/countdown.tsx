import { useEffect, useState } from "react";
import { formatDateTime, MINUTE_MS, SECOND_MS } from "~/lib/time";
import { useHydrated } from "./use-hydrated";

type CountdownProps = { endsAt: Date; onEnd: () => unknown };

/** How long a session lasts: minutes and seconds that tick, or its end without JavaScript. */
export function Countdown({ endsAt, onEnd }: CountdownProps) {
	const isHydrated = useHydrated();
	const [now, setNow] = useState(() => Date.now());
	const left = endsAt.getTime() - now;
	const isOver = left <= 0;

	useEffect(() => {
		if (isOver) {
			onEnd();
			return;
		}
		const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
		return () => clearInterval(timer);
	}, [isOver, onEnd]);

	if (!isHydrated) return <>Session open until {formatDateTime(endsAt)}</>;
	if (isOver) return <>Session expired</>;
	const minutes = Math.floor(left / MINUTE_MS);
	const seconds = Math.floor((left % MINUTE_MS) / SECOND_MS);
	return (
		<span role="timer">
			{minutes}:{String(seconds).padStart(2, "0")} left
		</span>
	);
}
