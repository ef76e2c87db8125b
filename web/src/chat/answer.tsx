import { lazy, Suspense } from "react";

const loadMarkdown = () => import("./answer-markdown.tsx");
const AnswerMarkdown = lazy(async () => ({ default: (await loadMarkdown()).AnswerMarkdown }));

/** Fetches the Markdown renderer ahead of the first answer. */
export function preloadAnswer(): void {
	void loadMarkdown();
}

/** Text is readable at once; the Markdown renderer takes over when it has arrived. */
export function Answer({ text, growing }: { readonly text: string; readonly growing: boolean }) {
	return (
		<Suspense fallback={<div className="prose whitespace-pre-wrap">{text}</div>}>
			<AnswerMarkdown text={text} growing={growing} />
		</Suspense>
	);
}
