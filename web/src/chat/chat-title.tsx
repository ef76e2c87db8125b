import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import type { StoredChat } from "../../../src/client/chat-calls.ts";
import { skein } from "../api/skein.ts";
import { quietFieldLook } from "../design/controls.ts";
import { Form } from "../design/form.tsx";
import { say } from "../design/notice.tsx";
import { PlainChip } from "../design/plain-chip.tsx";
import { useToolTitles } from "./use-tool-titles.ts";

/** The name of a chat, edited in place, and the tools it may use without a confirmation. */
export function ChatTitle({ chat }: { readonly chat: StoredChat }) {
	const queries = useQueryClient();
	const [title, setTitle] = useState<string | null>(null);
	const titleOf = useToolTitles();
	const refresh = () =>
		Promise.all([["chat", chat.id], ["chats"]].map((queryKey) => queries.invalidateQueries({ queryKey })));
	const rename = useMutation({
		mutationFn: (next: string) => skein.chats.rename(chat.id, next),
		onError: (error) => say({ tone: "bad", text: `The chat keeps its name. ${error.message}` }),
		onSettled: async () => {
			await refresh();
			setTitle(null);
		},
	});
	const allowed = chat.settings.always ?? [];

	function save() {
		const next = title?.trim() ?? "";
		if (next === "" || next === chat.title) setTitle(null);
		else rename.mutate(next);
	}

	return (
		<>
			<Form onSubmit={save} className="min-w-0 max-w-96 flex-1 max-md:max-w-none">
				<input
					aria-label="Name of this chat"
					value={title ?? chat.title}
					onChange={(event) => setTitle(event.target.value)}
					onBlur={save}
					onKeyDown={(event) => event.key === "Escape" && setTitle(null)}
					className={`${quietFieldLook} truncate text-ink-soft`}
				/>
			</Form>
			{allowed.length > 0 && (
				<PlainChip
					icon={ShieldCheck}
					label={`Without asking: ${allowed.map(titleOf).join(", ")}`}
					removal="Ask me each time again"
					onRemove={() => void skein.chats.askEachTime(chat.id).then(refresh)}
				/>
			)}
		</>
	);
}
