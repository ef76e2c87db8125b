import { FileText, ImageIcon, Paperclip } from "lucide-react";
import { useRef } from "react";
import { attachmentPath, type Entity } from "../../../src/client/entity-calls.ts";
import { skein } from "../api/skein.ts";
import { IconButton, RemoveButton } from "../design/buttons.tsx";
import { useEdits } from "./edits.tsx";

const picture = /\.(?:png|jpe?g|gif|webp|avif|bmp|svg)$/i;

/** The files an entity holds, with ways to open, remove and add one. */
export function EntityAttachments({ entity }: { readonly entity: Entity }) {
	const edits = useEdits();
	const chooser = useRef<HTMLInputElement>(null);
	const paths = Object.keys(entity.held_files);

	async function attach(files: readonly File[]) {
		for (const file of files) {
			await edits.act(() => skein.entities.attach(entity.id, file.name, file), `${file.name} is attached.`);
		}
	}

	return (
		<section aria-label="Files" className="flex flex-col gap-1">
			<header className="flex items-center gap-2">
				<h2 className="text-13 font-semibold">Files</h2>
				{paths.length > 0 && <span className="text-12 text-ink-faint tabular-nums">{paths.length}</span>}
				<span className="flex-1" />
				<IconButton
					icon={Paperclip}
					size="medium"
					label="Attach a file"
					onClick={() => chooser.current?.click()}
				/>
			</header>
			<input
				ref={chooser}
				type="file"
				multiple
				hidden
				onChange={(event) => {
					void attach([...(event.target.files ?? [])]);
					event.target.value = "";
				}}
			/>
			<ul>
				{paths.map((path) => {
					const Icon = picture.test(path) ? ImageIcon : FileText;
					return (
						<li key={path} className="group flex h-7 min-w-0 items-center gap-2 text-13 max-md:h-10">
							<a
								href={attachmentPath(entity.id, path)}
								target="_blank"
								rel="noopener"
								title={path}
								className="flex min-w-0 flex-1 items-center gap-1.5 hover:underline"
							>
								<Icon aria-hidden size={14} className="shrink-0 text-ink-faint" />
								<span className="truncate">{path.split("/").at(-1)}</span>
							</a>
							<RemoveButton
								quiet
								label={`Take away ${path}`}
								onClick={() =>
									void edits.act(() => skein.entities.detach(entity.id, path), `${path} is taken away.`)
								}
							/>
						</li>
					);
				})}
			</ul>
		</section>
	);
}
