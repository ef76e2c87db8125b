import { Undo2 } from "lucide-react";
import { ProblemError } from "../../../src/client/connection.ts";
import type { TrashedEntity } from "../../../src/client/entity-calls.ts";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { PrimaryButton } from "../design/buttons.tsx";
import { RelativeDate } from "../design/format.tsx";
import { LoadFailure } from "../design/notice.tsx";
import { describeReturn } from "./describe-return.ts";
import { useEdits } from "./edits.tsx";
import { KindIcon } from "./kind-icon.tsx";

interface AbsentEntityProps {
	readonly reference: string;
	readonly error: Error;
	readonly onRetry: () => void;
}

/** Whether the server has nothing at this address for the reader; an entity in the trash answers the same. */
export const isAbsent = (error: Error | null): error is ProblemError =>
	error instanceof ProblemError && error.status === 404;

/**
 * Removed and unshared entities show the same message, as the server's answer is the same. Those who may take it out of
 * the trash learn from the trash that it lies there.
 */
export function AbsentEntity({ reference, error, onRetry }: AbsentEntityProps) {
	const absent = isAbsent(error);
	const trash = useRead(
		["trash", "one", reference],
		(options) => skein.trash.list({ entityId: reference }, options),
		{ enabled: absent },
	);
	if (!absent) return <LoadFailure what="This" error={error} onRetry={onRetry} />;
	if (trash.isPending) return <div className="skeleton h-24" />;
	const [entity] = trash.data?.entities ?? [];
	if (entity !== undefined) return <InTrash entity={entity} />;
	return (
		<p className="py-6 text-13 text-ink-soft">
			There is nothing here for you: it was removed, or it is not shared with you.
		</p>
	);
}

function InTrash({ entity }: { readonly entity: TrashedEntity }) {
	const edits = useEdits();
	const { kind, title, deleted_at: at, deleted_by: by } = entity;
	const back = describeReturn(entity);
	return (
		<section aria-label={title} className="flex flex-col items-start gap-3 py-6">
			<h1 className="flex max-w-full items-center gap-2 text-20 font-semibold tracking-tight">
				<KindIcon kind={kind} size={18} named />
				<span className="min-w-0 wrap-anywhere">{title}</span>
			</h1>
			<p className="text-13 text-ink-soft">
				It is in the trash: deleted <RelativeDate iso={at} />
				{by !== null && ` by ${by.name}`}.{back !== null && ` ${back}.`}
			</p>
			<PrimaryButton onClick={() => void edits.restore(entity)}>
				<Undo2 aria-hidden size={14} /> Restore
			</PrimaryButton>
		</section>
	);
}
