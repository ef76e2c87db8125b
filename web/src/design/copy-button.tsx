import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { TextButton } from "./text-button.tsx";

const shownFor = 1600;

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
	const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);

	async function copy() {
		const next = await navigator.clipboard.writeText(text).then(
			() => "copied" as const,
			() => "refused" as const,
		);
		setOutcome(next);
		setTimeout(() => setOutcome(null), shownFor);
	}

	const Icon = outcome === "copied" ? Check : Copy;
	return (
		<TextButton onClick={copy}>
			<Icon aria-hidden size={14} />
			<span aria-live="polite">
				{outcome === "copied" ? "Copied" : outcome === "refused" ? "The browser refused to copy" : label}
			</span>
		</TextButton>
	);
}
