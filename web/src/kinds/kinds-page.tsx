import { Link, useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Kind } from "../../../src/client/workspace-calls.ts";
import { skein } from "../api/skein.ts";
import { PrimaryButton, TextButton } from "../design/buttons.tsx";
import { Modal } from "../design/dialogs.tsx";
import { TextField } from "../design/fields.tsx";
import { Form, useFields } from "../design/form.tsx";
import { countOf } from "../design/format.tsx";
import { LoadState, useAttempt } from "../design/notice.tsx";
import { KindIcon } from "../entities/kind-icon.tsx";
import { makeKindName } from "../entities/names.ts";
import { useKindList } from "../entities/use-kinds.ts";
import { ScrollPage } from "../page/page.tsx";

/** The types of the workspace: your own, and the built-in ones. */
export function KindsPage() {
	const kinds = useKindList();
	const [defining, setDefining] = useState(false);
	const own = kinds.data?.filter((kind) => !kind.built_in) ?? [];
	const shipped = kinds.data?.filter((kind) => kind.built_in) ?? [];
	return (
		<ScrollPage
			title="Types"
			className="gap-8"
			actions={
				<TextButton onClick={() => setDefining(true)}>
					<Plus aria-hidden size={14} /> New type
				</TextButton>
			}
		>
			{defining && <NewKindDialog onClose={() => setDefining(false)} />}
			<header>
				<h1 className="text-28 font-semibold tracking-tight">Types</h1>
				<p className="text-14 text-ink-soft">
					A type says which fields its entities have and how they are shown. Make your own for what your team
					keeps: customers, experiments, suppliers.
				</p>
			</header>
			<LoadState query={kinds} what="The types" height="h-64" />
			<KindSection title="Yours" kinds={own} empty="You have made no type yet. New type begins one." />
			<KindSection title="Built in" kinds={shipped} empty="" />
		</ScrollPage>
	);
}

interface KindSectionProps {
	readonly title: string;
	readonly kinds: readonly Kind[];
	readonly empty: string;
}

function KindSection({ title, kinds, empty }: KindSectionProps) {
	return (
		<section aria-label={title} className="flex flex-col gap-1">
			<h2 className="text-13 font-semibold">{title}</h2>
			{kinds.length === 0 && <p className="text-13 text-ink-faint">{empty}</p>}
			<ul className="grid gap-x-6 sm:grid-cols-2">
				{kinds.map((kind) => (
					<li key={kind.kind} className="border-b border-line">
						<Link
							to="/kinds/$kind"
							params={{ kind: kind.kind }}
							search={{}}
							className="flex h-10 items-center gap-2 text-13 hover:bg-hover"
						>
							<KindIcon kind={kind.kind} />
							<span className="min-w-0 flex-1 truncate">{kind.label}</span>
							<span className="text-12 text-ink-faint">{countOf(kind.fields.length, "field")}</span>
						</Link>
					</li>
				))}
			</ul>
		</section>
	);
}

/** Creates a type with its name; its fields are added on its page. */
export function NewKindDialog({ onClose }: { readonly onClose: () => void }) {
	const navigate = useNavigate();
	const { busy, attempt } = useAttempt();
	const { values, field } = useFields({ label: "", plural: "" });
	const { label, plural } = values;

	async function make() {
		const kind = makeKindName(label);
		const definition = {
			label: label.trim(),
			fields: [],
			...(plural.trim() !== "" && { plural: plural.trim() }),
		};
		const made = await attempt(
			() => skein.kinds.create(kind, definition),
			`The type ${label.trim()} was made.`,
			["kinds"],
		);
		if (made === null) return;
		onClose();
		void navigate({ to: "/kinds/$kind", params: { kind }, search: {} });
	}

	return (
		<Modal open onClose={onClose} title="Make a type">
			<Form onSubmit={make} className="flex flex-col gap-3">
				<TextField label="What one of them is called" required {...field("label")} placeholder="Supplier" />
				<TextField label="What many of them are called" {...field("plural")} placeholder="Suppliers" />
				<PrimaryButton type="submit" disabled={busy || makeKindName(label) === ""} className="self-end">
					Make it
				</PrimaryButton>
			</Form>
		</Modal>
	);
}
