import {
	type SubmissionFilter,
	toList,
	toParameters,
} from "#app/conversations/inbox/submission-filter.ts";
import type { ListedForm } from "#app/conversations/inbox/submission-list.sql.ts";
import { labelOf, PRIORITIES } from "#app/conversations/submission-rules.ts";
import { SearchBox } from "#app/ui/field/search-box.tsx";

type SubmissionFiltersProps = {
	filter: SubmissionFilter;
	forms: ListedForm[];
	tags: string[];
};

/** The search and, folded away until one is used, the filters. */
export function SubmissionFilters({ filter, forms, tags }: SubmissionFiltersProps) {
	const { query = "", tab = "all", within, tag, priority } = filter;
	const { show = "" } = toParameters({ tab });
	const isNarrowed = Boolean(within || tag || priority);
	return (
		<SearchBox
			label="Search by email, name or answer"
			placeholder="Email or words"
			query={query}
			clearTo={toList({ tab })}
			isNarrowed={isNarrowed}
			hidden={{ show }}
		>
			<details className="filters" open={isNarrowed} key={String(isNarrowed)}>
				<summary>Filter</summary>
				<div className="cluster">
					{forms.length > 1 && (
						<Filter name="in" label="App or form" value={within}>
							<option value="">All apps and forms</option>
							{[...Map.groupBy(forms, ({ appId }) => appId)].map(([appId, ofApp]) => (
								<optgroup key={appId} label={ofApp[0]?.appName}>
									<option value={appId}>All of {ofApp[0]?.appName}</option>
									{ofApp.map((form) => (
										<option key={form.id} value={form.id}>
											{form.title}
											{form.isDeleted ? " (deleted)" : ""}
										</option>
									))}
								</optgroup>
							))}
						</Filter>
					)}
					{(tags.length > 0 || tag) && (
						<Filter name="tag" label="Tag" value={tag}>
							<option value="">Any tag</option>
							{[...new Set([...tags, ...(tag ? [tag] : [])])].map((one) => (
								<option key={one}>{one}</option>
							))}
						</Filter>
					)}
					<Filter name="priority" label="Priority" value={priority}>
						<option value="">Any priority</option>
						{PRIORITIES.map((one) => (
							<option key={one} value={one}>
								{labelOf(one)}
							</option>
						))}
					</Filter>
				</div>
			</details>
		</SearchBox>
	);
}

type FilterProps = { name: string; label: string; value?: string; children: React.ReactNode };

function Filter({ name, label, value = "", children }: FilterProps) {
	return (
		<select className="input" name={name} aria-label={label} defaultValue={value} key={value}>
			{children}
		</select>
	);
}
