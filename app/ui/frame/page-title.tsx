/**
 * A page's title. After a refused post it begins with "Error: ", so that a screen reader says so
 * first (GOV.UK Design System, error summary).
 */
export function PageTitle({ title, hasError = false }: { title: string; hasError?: boolean }) {
	return <title>{`${hasError ? "Error: " : ""}${title} · Smallprint`}</title>;
}
