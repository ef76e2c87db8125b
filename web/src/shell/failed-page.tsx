import { Notice } from "../design/notice.tsx";
import { TextButton } from "../design/text-button.tsx";

/** A page that could not be drawn: most often a script that a newer version of the app has replaced. */
export function FailedPage({ error }: { readonly error: unknown }) {
	return (
		<main className="min-w-0 flex-1 p-6">
			<Notice
				tone="bad"
				title="This page could not be shown"
				action={<TextButton onClick={() => location.reload()}>Load it again</TextButton>}
			>
				Nothing was lost. {error instanceof Error ? error.message : ""}
			</Notice>
		</main>
	);
}
