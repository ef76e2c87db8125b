import {
	autocompletion,
	type CompletionContext,
	type CompletionResult,
	completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { markdown } from "@codemirror/lang-markdown";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { searchKeymap } from "@codemirror/search";
import { EditorView, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { skein } from "../api/skein.ts";

interface EditorOptions {
	readonly host: HTMLElement;
	readonly text: string;
	readonly label: string;
	readonly onChange: (text: string) => void;
	readonly onSave: () => void;
}

const look = EditorView.theme({
	"&": { fontSize: "14px", color: "var(--ink)", backgroundColor: "var(--surface)" },
	"&.cm-focused": { outline: "none" },
	".cm-scroller": {
		fontFamily: "ui-monospace, Menlo, Consolas, monospace",
		lineHeight: "1.6",
		maxHeight: "60vh",
	},
	".cm-content": { padding: "12px", caretColor: "var(--accent)", minHeight: "240px" },
	".cm-cursor": { borderLeftColor: "var(--accent)" },
	".cm-tooltip": {
		border: "1px solid var(--line)",
		borderRadius: "6px",
		backgroundColor: "var(--surface)",
		color: "var(--ink)",
		overflow: "hidden",
	},
	".cm-tooltip-autocomplete > ul > li": {
		padding: "4px 8px !important",
		fontFamily: "ui-sans-serif, system-ui",
	},
	".cm-tooltip-autocomplete > ul > li[aria-selected]": {
		backgroundColor: "var(--hover) !important",
		color: "var(--ink) !important",
	},
	".cm-completionDetail": { color: "var(--ink-faint)", fontStyle: "normal" },
});

const marks = HighlightStyle.define([
	{ tag: tags.heading, fontWeight: "600" },
	{ tag: tags.strong, fontWeight: "600" },
	{ tag: tags.emphasis, fontStyle: "italic" },
	{ tag: tags.link, color: "var(--accent-ink)" },
	{ tag: tags.url, color: "var(--ink-faint)" },
	{ tag: tags.quote, color: "var(--ink-soft)" },
	{ tag: tags.processingInstruction, color: "var(--ink-faint)" },
]);

/**
 * Opens a Markdown editor in an element; the answer closes it. It is in a shadow root: there the editor's styles are
 * adopted sheets, while in the document they would be a style element, which the page's policy refuses.
 */
export function openEditor({ host, text, label, onChange, onSave }: EditorOptions): () => void {
	const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
	const save = () => {
		onSave();
		return true;
	};
	const view = new EditorView({
		doc: text,
		root,
		parent: root,
		extensions: [
			history(),
			markdown(),
			syntaxHighlighting(marks),
			EditorView.lineWrapping,
			EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "true" }),
			autocompletion({ override: [completeLink], icons: false }),
			keymap.of([
				{ key: "Mod-s", run: save, preventDefault: true },
				...completionKeymap,
				...searchKeymap,
				...historyKeymap,
				...defaultKeymap,
				indentWithTab,
			]),
			EditorView.updateListener.of((update) => {
				if (update.docChanged) onChange(update.state.doc.toString());
			}),
			look,
		],
	});
	view.focus();
	return () => view.destroy();
}

/** After `[[`, offers the entities whose name matches. */
async function completeLink(context: CompletionContext): Promise<CompletionResult | null> {
	const typed = context.matchBefore(/\[\[[^\][\n]{0,100}/);
	if (typed === null) return null;
	const abort = new AbortController();
	context.addEventListener("abort", () => abort.abort());
	const found = await skein.suggest("[[", typed.text.slice(2), { signal: abort.signal }).catch(() => []);
	return {
		from: typed.from,
		filter: false,
		options: found.map(({ title, kind }) => ({
			label: `[[${title}]]`,
			displayLabel: title,
			detail: kind,
		})),
	};
}
