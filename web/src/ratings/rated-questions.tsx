import { Link } from "@tanstack/react-router";
import { CircleSlash, Download, type LucideIcon, Plus, ThumbsDown, ThumbsUp } from "lucide-react";
import { useState } from "react";
import type { RatedItem, RatedQuestion } from "../../../src/client/context-calls.ts";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { TextButton } from "../design/buttons.tsx";
import { countOf, formatNumber, RelativeDate } from "../design/format.tsx";
import { LoadState } from "../design/notice.tsx";
import { SettingsSection } from "../design/settings-section.tsx";
import { EntityLink } from "../entities/entity-link.tsx";

const shownAtFirst = 10;

const marks: readonly (readonly [RatedItem["verdict"], string, LucideIcon])[] = [
	["helped", "Helped", ThumbsUp],
	["missing", "Was missing", Plus],
	["noise", "Noise", CircleSlash],
];

/** The ratings of the reader, question by question, with the actions on them. */
export function RatedQuestions() {
	const [all, setAll] = useState(false);
	const rated = useRead(["ratings", null], (options) => skein.ratings.list(null, options));
	const questions = rated.data?.questions ?? [];
	const shown = all ? questions : questions.slice(0, shownAtFirst);
	return (
		<SettingsSection
			title="Rated questions"
			about="With them you can try a change: skein eval --own asks each question again and compares."
		>
			<LoadState query={rated} what="The questions" height="h-24" />
			<ul className="flex flex-col">
				{shown.map((question) => (
					<Question key={question.context_id} question={question} />
				))}
			</ul>
			<div className="flex flex-wrap items-center gap-2">
				{shown.length < questions.length && (
					<TextButton onClick={() => setAll(true)}>
						Show {countOf(questions.length - shown.length, "more question", "more questions")}
					</TextButton>
				)}
				{questions.length > 0 && <Downloads />}
				{rated.data?.next_cursor != null && (
					<span className="text-12 text-ink-faint">
						The newest {formatNumber(questions.length)}; the files have all.
					</span>
				)}
			</div>
		</SettingsSection>
	);
}

/** An evaluation set is three files: the questions, and the workspace they are asked in. */
const files = [
	["queries", "questions"],
	["nodes", "entities"],
	["edges", "links"],
] as const;

function Downloads() {
	return (
		<span className="flex flex-wrap items-center gap-1.5 text-13 text-ink-soft">
			Download as an evaluation set:
			{files.map(([file, label]) => (
				<a
					key={file}
					href={`/api/ratings/export?file=${file}`}
					download
					className="inline-flex h-7 items-center gap-1.5 rounded-md border border-line bg-surface px-2.5 text-13 font-medium text-ink-soft hover:bg-hover hover:text-ink"
				>
					<Download aria-hidden size={13} /> {label}
				</a>
			))}
		</span>
	);
}

function Question({ question }: { readonly question: RatedQuestion }) {
	const { chat_id: chatId, question: text, answer, asked_at, items } = question;
	const AnswerIcon = answer === "helped" ? ThumbsUp : ThumbsDown;
	return (
		<li className="flex flex-col gap-1 border-t border-line py-2 text-13">
			<p className="flex min-w-0 items-baseline gap-3">
				{chatId === null ? (
					<span className="min-w-0 flex-1 truncate font-medium">{text}</span>
				) : (
					<Link
						to="/chats/$id"
						params={{ id: chatId }}
						search={{}}
						className="min-w-0 flex-1 truncate rounded-sm font-medium hover:underline"
					>
						{text}
					</Link>
				)}
				<RelativeDate iso={asked_at} className="shrink-0 text-12 text-ink-faint" />
			</p>
			{answer !== null && (
				<p className="flex items-center gap-1.5 text-12 text-ink-soft">
					<AnswerIcon aria-hidden size={12} /> The answer {answer === "helped" ? "helped" : "did not help"}
				</p>
			)}
			{marks.map(([verdict, label, Icon]) => {
				const marked = items.filter((item) => item.verdict === verdict);
				if (marked.length === 0) return null;
				return (
					<div key={verdict} className="flex min-w-0 items-start gap-1.5 text-12 text-ink-soft">
						<Icon aria-hidden size={12} className="mt-0.5 shrink-0" />
						<span className="shrink-0">{label}:</span>
						<ul className="flex min-w-0 flex-wrap gap-x-3">
							{marked.map((item) => (
								<li key={item.item_id} className="min-w-0 max-w-full">
									<EntityLink entity={item.entity} />
								</li>
							))}
						</ul>
					</div>
				);
			})}
		</li>
	);
}
