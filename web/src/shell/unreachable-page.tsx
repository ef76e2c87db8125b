import { Mark } from "../design/mark.tsx";
import { TextButton } from "../design/text-button.tsx";

interface UnreachablePageProps {
	readonly message: string;
	readonly onRetry: () => void;
}

export function UnreachablePage({ message, onRetry }: UnreachablePageProps) {
	return (
		<main className="grid h-full place-items-center p-6">
			<div className="flex max-w-md flex-col items-start gap-3">
				<Mark />
				<h1 className="text-20 font-semibold tracking-tight">Skein does not answer</h1>
				<p className="text-ink-soft">
					{message} Nothing was lost. Check that <code className="font-mono text-13">npm start</code> is still
					running, then try again.
				</p>
				<TextButton onClick={onRetry}>Try again</TextButton>
			</div>
		</main>
	);
}
