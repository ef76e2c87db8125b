import { type Draft, emptyDraft } from "./draft.ts";

/** What somebody has written in a chat and not sent. */
export interface Unsent {
	readonly draft: Draft;
	readonly queue: readonly Draft[];
}

const key = "skein.unsent";

/** Keeps what was not sent over a reload, by chat. Files and pictures are too large to be kept with it. */
export function keepUnsent(unsent: ReadonlyMap<string, Unsent>): void {
	const bare = (draft: Draft): Draft => ({ ...draft, files: [], images: [] });
	const kept = [...unsent]
		.filter(([, { draft, queue }]) => draft.text.trim() !== "" || queue.length > 0)
		.map(([chat, { draft, queue }]) => [chat, { draft: bare(draft), queue: queue.map(bare) }]);
	try {
		sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(kept)));
	} catch {
		// Private windows throw on write; a reload then loses what was not sent, as it does in any form.
	}
}

/** Takes it up again, once. */
export function takeUnsent(chat: string): Unsent | null {
	try {
		const { [chat]: found, ...rest } = JSON.parse(sessionStorage.getItem(key) ?? "{}");
		sessionStorage.setItem(key, JSON.stringify(rest));
		if (found === undefined) return null;
		return { draft: { ...emptyDraft, ...found.draft }, queue: found.queue };
	} catch {
		return null;
	}
}
