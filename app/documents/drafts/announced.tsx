import { Day } from "#app/documents/versions/history-page.tsx";

type Announced = {
	/** A day, and two times. */
	effectiveOn: string;
	announcedAt: string;
	updatedAt: string;
};

/** Says from when an announced text applies, and whether it was changed since it was announced. */
export function AppliesFrom({ effectiveOn, announcedAt, updatedAt }: Announced) {
	return (
		<p>
			This text applies from <Day day={effectiveOn} />. Until then, the present one does. It was
			announced on <Day day={dayOfTime(announcedAt)} />
			{updatedAt !== announcedAt && (
				<>
					{" "}
					and changed on <Day day={dayOfTime(updatedAt)} />
				</>
			)}
			.
		</p>
	);
}

function dayOfTime(time: string): string {
	return time.slice(0, 10);
}
