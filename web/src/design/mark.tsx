/** The mark of Skein: one thread that crosses itself. */
export function Mark() {
	return (
		<svg
			aria-hidden="true"
			viewBox="0 0 24 24"
			fill="none"
			stroke="currentColor"
			strokeWidth="2"
			strokeLinecap="round"
			className="size-5 shrink-0 text-accent-ink"
		>
			<path d="M4 8c5 0 5 8 10 8 3 0 6-2 6-4s-3-4-6-4C9 8 9 16 4 16" />
		</svg>
	);
}
