import type { Entity } from "../api/api.ts";
import { RelativeDate } from "../design/relative-date.tsx";
import { KindIcon } from "./kind-icon.tsx";
import { StateMark } from "./state-mark.tsx";

interface EntityRowProps {
	readonly entity: Entity;
	readonly active?: boolean;
	/** `line` is a title alone, for the narrow navigation; `wide` adds state and date. */
	readonly size: "line" | "wide";
	readonly onOpen: (entity: Entity) => void;
}

export function EntityRow({ entity, active = false, size, onOpen }: EntityRowProps) {
	const wide = size === "wide";
	return (
		<button
			type="button"
			data-row
			aria-current={active ? "true" : undefined}
			title={wide ? undefined : entity.title}
			onClick={() => onOpen(entity)}
			className={`flex w-full min-w-0 items-center gap-2 rounded-md px-2 text-left hover:bg-hover aria-[current]:bg-accent-wash ${wide ? "h-9 text-14" : "h-7 text-13 max-md:h-9"}`}
		>
			<KindIcon kind={entity.kind} named />
			<span className="min-w-0 flex-1 truncate">{entity.title}</span>
			{wide && entity.state_key !== null && (
				<span className="flex max-sm:hidden">
					<StateMark kind={entity.kind} state={entity.state_key} />
				</span>
			)}
			{wide && (
				<span className="w-16 shrink-0 text-right text-12 text-ink-faint">
					<RelativeDate iso={entity.updated_at} />
				</span>
			)}
		</button>
	);
}
