import { Notice } from "./notice.tsx";
import { TextButton } from "./text-button.tsx";

interface LoadFailureProps {
	readonly what: string;
	readonly error: Error;
	readonly onRetry: () => void;
}

export function LoadFailure({ what, error, onRetry }: LoadFailureProps) {
	return (
		<Notice
			tone="bad"
			title={`${what} could not be loaded`}
			action={<TextButton onClick={onRetry}>Try again</TextButton>}
		>
			{error.message} Nothing was lost.
		</Notice>
	);
}
