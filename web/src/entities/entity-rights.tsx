import { useQueryClient } from "@tanstack/react-query";
import type { Entity, Share } from "../../../src/client/entity-calls.ts";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { RemoveButton } from "../design/buttons.tsx";
import { quietFieldLook } from "../design/controls.ts";
import { Select } from "../design/fields.tsx";
import { say } from "../design/notice.tsx";
import { useMe } from "../route/use-me.ts";
import { useEdits } from "./edits.tsx";

const choices = [
	["inherit", "Everyone who may read the project"],
	["restricted", "Those it is shared with"],
	["private", "You alone"],
] as const;

/** Shows who may read an entity. Its owner decides. */
export function EntityRights({ entity }: { readonly entity: Entity }) {
	const me = useMe();
	const edits = useEdits();
	const mine = entity.owner_id === me.id;
	return (
		<section aria-label="Who may read it" className="flex flex-col gap-1">
			<h2 className="text-13 font-semibold">Who may read it</h2>
			<Select
				aria-label="Who may read it"
				disabled={!mine}
				value={entity.visibility}
				onChange={(value) => void edits.change(entity, { visibility: value }, "Who may read it was changed.")}
				className={`${quietFieldLook} -mx-1.5 disabled:opacity-70`}
				options={choices}
			/>
			{!mine && <p className="text-12 text-ink-faint">Only its owner can change this.</p>}
			{mine && entity.visibility === "restricted" && <Shares entityId={entity.id} />}
		</section>
	);
}

function Shares({ entityId }: { readonly entityId: string }) {
	const queries = useQueryClient();
	const shares = useRead(["shares", entityId], (options) => skein.entities.shares(entityId, options));
	const members = useRead(["members"], skein.members.list);
	const groups = useRead(["groups"], skein.groups.list);
	const present = shares.data ?? [];
	const names = new Map([
		...(members.data ?? []).map(({ id, display_name }) => [id, display_name] as const),
		...(groups.data ?? []).map(({ id, name }) => [id, `${name} (group)`] as const),
	]);
	const others = [...names].filter(([id]) => !present.some((share) => share.grantee_id === id));

	async function save(next: readonly Share[]) {
		try {
			await skein.entities.setShares(entityId, next);
		} catch (error) {
			say({ text: error instanceof Error ? error.message : "Not saved.", tone: "bad" });
		}
		await queries.invalidateQueries({ queryKey: ["shares", entityId] });
	}

	return (
		<div className="flex flex-col gap-1 text-13">
			<ul>
				{present.map((share) => (
					<li key={share.grantee_id} className="flex h-8 items-center gap-2">
						<span className="min-w-0 flex-1 truncate">
							{names.get(share.grantee_id) ?? "Somebody who left"}
						</span>
						<Select
							aria-label={`What ${names.get(share.grantee_id) ?? "they"} may do`}
							value={share.level}
							onChange={(value) =>
								void save(present.map((other) => (other === share ? { ...share, level: value } : other)))
							}
							className="h-7 rounded-md border border-line bg-surface px-1 text-12"
							options={[
								["read", "may read"],
								["write", "may write"],
							]}
						/>
						<RemoveButton
							label={`No longer share with ${names.get(share.grantee_id) ?? "them"}`}
							onClick={() => void save(present.filter((other) => other !== share))}
						/>
					</li>
				))}
			</ul>
			<Select
				aria-label="Share with"
				value=""
				onChange={(value) => void save([...present, { grantee_id: value, level: "read" }])}
				className="h-8 rounded-md border border-line bg-surface px-2 text-13 text-ink-soft"
				none="Share with…"
				options={others}
			/>
		</div>
	);
}
