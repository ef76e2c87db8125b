import { MessageCircleQuestion, Pencil } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { attachmentPath, type Block, type Entity } from "../../../src/client/entity-calls.ts";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { IconButton, TextButton } from "../design/buttons.tsx";
import { useGo } from "../route/use-go.ts";
import { type Naming, TextMarkdown } from "./text-markdown.tsx";
import { useLinked } from "./use-entities.ts";

const BodyEditor = lazy(() => import("./body-editor.tsx").then((module) => ({ default: module.BodyEditor })));

/** The text of an entity: read block by block, edited as a whole. */
export function EntityBody({ entity }: { readonly entity: Entity }) {
	const [editing, setEditing] = useState<Entity | null>(null);
	const naming = { find: useFindLinked(entity.id), placePicture: usePlacePicture(entity) };
	if (editing !== null) {
		return (
			<Suspense fallback={<div className="skeleton h-64" />}>
				<BodyEditor entity={editing} naming={naming} onClose={() => setEditing(null)} />
			</Suspense>
		);
	}
	if (entity.body.trim() === "") {
		return (
			<TextButton className="self-start" onClick={() => setEditing(entity)}>
				<Pencil aria-hidden size={14} /> Write something
			</TextButton>
		);
	}
	return (
		<section aria-label="Text" className="flex flex-col gap-2">
			<BlockList entity={entity} naming={naming} />
			<TextButton className="self-start" onClick={() => setEditing(entity)}>
				<Pencil aria-hidden size={14} /> Edit the text
			</TextButton>
		</section>
	);
}

function BlockList({ entity, naming }: { readonly entity: Entity; readonly naming: Naming }) {
	const go = useGo();
	const { data } = useRead(["blocks", entity.id, entity.version], (options) =>
		skein.entities.blocks(entity.id, options),
	);
	const blocks = useMemo(() => data?.filter(isTopLevel), [data]);
	// Only texts that people link to have blocks.
	if (blocks === undefined || blocks.length === 0) {
		return (
			<div className="prose">
				<TextMarkdown text={entity.body} {...naming} />
			</div>
		);
	}
	return (
		<div className="prose">
			{blocks.map((block) => (
				<div key={block.id} className="prose-block group/block relative">
					<TextMarkdown text={block.text} {...naming} />
					<IconButton
						icon={MessageCircleQuestion}
						label={`Ask about this paragraph: ${block.text.slice(0, 40)}`}
						onClick={() => go.ask({ about: entity.ref, block: block.id })}
						size="medium"
						className="absolute -right-9 top-0 opacity-0 group-hover/block:opacity-100 focus-visible:opacity-100 max-lg:right-0 max-lg:bg-surface"
					/>
				</div>
			))}
		</div>
	);
}

/** A block inside another is part of the other's text, and would show twice. */
function isTopLevel(block: Block, _position: number, blocks: readonly Block[]): boolean {
	const parent = blocks.find(({ id }) => id === block.parent_id);
	return (parent === undefined || !parent.text.includes(block.text)) && block.text.trim() !== "";
}

/** A text names entities by their titles; the entities it links to are among those linked to it. */
function useFindLinked(id: string): Naming["find"] {
	const { data } = useLinked(id);
	return useMemo(() => {
		const byTitle = new Map(data?.entities.map((linked) => [linked.name.toLowerCase(), linked]));
		return (title) => {
			const found = byTitle.get(title.toLowerCase());
			return found && { ref: found.ref, kind: found.kind, title: found.name };
		};
	}, [data]);
}

/** A text names a picture by its name or its path; it is shown where the entity holds such a file. */
function usePlacePicture(entity: Entity): Naming["placePicture"] {
	const { id } = entity;
	const names = Object.keys(entity.held_files).map(nameOf).join("\n");
	return useMemo(() => {
		const held = new Set(names.split("\n"));
		return (name) => (held.has(nameOf(name)) ? attachmentPath(id, name) : null);
	}, [id, names]);
}

const nameOf = (path: string): string => path.split("/").at(-1)?.toLowerCase() ?? "";
