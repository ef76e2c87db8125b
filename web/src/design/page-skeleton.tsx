/** Holds the place of a page that is loading. */
export function PageSkeleton() {
	return (
		<main aria-busy="true" className="flex min-w-0 flex-1 flex-col gap-4 p-6">
			<div className="skeleton h-7 w-72 max-w-full" />
			<div className="skeleton h-4 w-full max-w-xl" />
			<div className="skeleton h-64 w-full max-w-3xl" />
		</main>
	);
}
