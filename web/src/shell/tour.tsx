import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { IconButton, TextButton } from "../design/buttons.tsx";
import { nameShortcut } from "../design/use-shortcut.ts";
import { useStoredState } from "../design/use-stored-state.ts";
import { usePanelState } from "../route/use-panels.ts";

const steps = [
	{
		title: "Ask, and see why",
		text: "Ask anything on the first page. The panel next to it shows what the answer was made from.",
		to: "/",
		place: "Go and ask",
	},
	{
		title: "Everything is linked",
		text: "A click opens an entity next to the page, with all its links. Open a project to see what is blocked.",
		to: "/notes",
		place: "Look at the notes",
	},
	{
		title: "One field for everything",
		text: `${nameShortcut("k")} goes anywhere, makes, links, sets states and runs queries.`,
		to: "/search",
		place: "Try a search",
	},
	{
		title: "Bring your own notes",
		text: "A folder of Markdown, a Notion or GitHub export, a table: tried first, then brought in.",
		to: "/settings/import",
		place: "Bring notes in",
	},
] as const;

/** A short tour for new people. It covers nothing, and does not return once closed. */
export function Tour() {
	const [step, setStep] = useStoredState("tour", 0);
	const { hideSheets } = usePanelState();
	const shown = steps[step];
	if (shown === undefined) return null;
	return (
		<section
			aria-label="Tour"
			className="mx-2 mb-2 flex flex-col gap-1.5 rounded-md border border-line bg-surface p-3 text-12"
		>
			<header className="flex items-start gap-1">
				<h2 className="flex-1 text-13 font-semibold">{shown.title}</h2>
				<IconButton
					icon={X}
					label="Leave the tour"
					size="small"
					className="-mt-1 -mr-1"
					onClick={() => setStep(steps.length)}
				/>
			</header>
			<p className="text-ink-soft">{shown.text}</p>
			<footer className="flex items-center gap-2">
				<Link to={shown.to} search={{}} onClick={hideSheets} className="text-accent-ink hover:underline">
					{shown.place}
				</Link>
				<span className="flex-1 text-right text-ink-faint tabular-nums">
					{step + 1} of {steps.length}
				</span>
				<TextButton className="h-6 px-2 text-12" onClick={() => setStep(step + 1)}>
					{step + 1 === steps.length ? "Done" : "Next"}
				</TextButton>
			</footer>
		</section>
	);
}
