import type { Steps } from "../../graph/model/run-steps.ts";
import type { Form, RenderedItem } from "../model/candidate.ts";
import { clipText } from "./fence-text.ts";
import { SizedForm, type TokenCounter } from "./sized-form.ts";

const LONGEST_REASON = 60;
/** Tokens may join differently where a reason ends the line. */
const MARGIN = 2;

/**
 * The same item with the reason why it is there at the end of its first line, in every size. It becomes part of what is
 * counted, so that the budget holds.
 */
export function printReason(item: RenderedItem, tokenizer: TokenCounter): RenderedItem {
	const { forms, clip, passages, candidate } = item;
	// A line that only names what is shown elsewhere is frame; its reason is there.
	if (candidate.reference) return item;
	const reason = ` (${clipText(candidate.reason, LONGEST_REASON)})`;
	const explain = ({ form, text }: Form): Form => {
		const end = text.indexOf("\n");
		return new SizedForm(form, text.slice(0, end) + reason + text.slice(end), tokenizer);
	};
	const cost = tokenizer.count(reason) + MARGIN;
	function* clipExplained(tokens: number): Steps<Form | null> {
		const clipped = yield* clip(tokens - cost);
		if (clipped === null) return null;
		const explained = explain(clipped);
		return explained.tokens <= tokens ? explained : null;
	}
	const [richest, ...poorer] = forms;
	return {
		...item,
		forms: [explain(richest), ...poorer.map(explain)],
		clip: clipExplained,
		...(passages && { passages: { ...passages, print: (chosen) => explain(passages.print(chosen)) } }),
	};
}
