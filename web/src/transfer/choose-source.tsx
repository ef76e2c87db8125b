import { FileUp, FolderUp, X } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { IconButton, PrimaryButton, TextButton } from "../design/buttons.tsx";
import { fieldLook } from "../design/controls.ts";
import { Select, TextField } from "../design/fields.tsx";
import { Form } from "../design/form.tsx";
import { formatBytes } from "../design/format.tsx";
import { ProjectSelect } from "../entities/project-select.tsx";
import { useMe } from "../route/use-me.ts";
import { type Chosen, listDropped, listPicked, type PickedFile, readChosen } from "./read-chosen.ts";
import type { ImportWish } from "./use-import.ts";

interface ChooseSourceProps {
	readonly busy: boolean;
	readonly onTry: (wish: ImportWish, chosen: Chosen | null) => void;
}

/** Asks for the files to import, and for the target project. */
export function ChooseSource({ busy, onTry }: ChooseSourceProps) {
	const { role } = useMe();
	const sources = useRead(["sources"], skein.imports.sources).data ?? [];
	const [chosen, setChosen] = useState<Chosen | null>(null);
	const [refused, setRefused] = useState<string | null>(null);
	const [source, setSource] = useState("obsidian");
	const [project, setProject] = useState("");
	const [path, setPath] = useState("");
	const [byFolder, setByFolder] = useState(false);
	const current = sources.find(({ name }) => name === source);
	// Notes come as folders, and these can become projects.
	const hasFolders = current?.two_way === true;
	const ready = chosen !== null || path.trim() !== "";

	function choose(files: readonly PickedFile[]) {
		const read = readChosen(files);
		setRefused("refused" in read ? read.refused : null);
		if ("refused" in read) return;
		setChosen(read);
		setSource(read.guess);
	}

	function submit() {
		onTry(
			{
				source,
				...(project !== "" && { project_id: project }),
				...(byFolder && hasFolders && { folders_as_projects: true }),
				...(chosen === null && { path: path.trim() }),
			},
			chosen,
		);
	}

	return (
		<Form onSubmit={submit} className="flex flex-col gap-4">
			{chosen === null ? (
				<DropZone onChoose={choose} endings={sources.flatMap(({ endings }) => endings)} />
			) : (
				<p className="flex items-center gap-2 rounded-md border border-line bg-surface py-1.5 pr-1.5 pl-3 text-13">
					<FileUp aria-hidden size={16} className="shrink-0 text-ink-faint" />
					<span className="min-w-0 flex-1 truncate">{chosen.name}</span>
					<span className="text-12 text-ink-faint tabular-nums">{formatBytes(chosen.bytes)}</span>
					<IconButton icon={X} size="medium" label="Choose something else" onClick={() => setChosen(null)} />
				</p>
			)}
			<p role="alert" className="text-13 text-bad-ink empty:hidden">
				{refused}
			</p>
			{chosen === null && role === "owner" && (
				<details className="text-13">
					<summary className="text-ink-soft">It is on the machine that runs Skein</summary>
					<div className="pt-2">
						<TextField
							label="Its path on the server"
							value={path}
							onChange={setPath}
							placeholder="/path/to/your/notes"
							spellCheck={false}
							className={`${fieldLook} font-mono`}
						/>
					</div>
				</details>
			)}
			<div className="grid gap-3 sm:grid-cols-2">
				<Select
					label="What it is"
					value={source}
					onChange={setSource}
					options={sources.map(({ name, label }) => [name, label] as const)}
				/>
				<ProjectSelect
					label="Into which project"
					none="The workspace itself"
					value={project}
					onChange={setProject}
				/>
			</div>
			{current && <p className="text-13 text-ink-soft">It reads {current.takes}.</p>}
			{hasFolders && (
				<label className="flex items-center gap-2 text-13 text-ink-soft">
					<input
						type="checkbox"
						checked={byFolder}
						onChange={(event) => setByFolder(event.target.checked)}
						className="accent-accent"
					/>
					Each folder at the top becomes a project
				</label>
			)}
			<PrimaryButton type="submit" disabled={busy || !ready} className="self-start">
				See what would come of it
			</PrimaryButton>
		</Form>
	);
}

interface DropZoneProps {
	readonly endings: readonly string[];
	readonly onChoose: (files: readonly PickedFile[]) => void;
}

function DropZone({ endings, onChoose }: DropZoneProps) {
	const file = useRef<HTMLInputElement>(null);
	const folder = useRef<HTMLInputElement>(null);
	const [dragged, setDragged] = useState(false);

	async function drop(event: DragEvent) {
		event.preventDefault();
		setDragged(false);
		onChoose(await listDropped(event.dataTransfer));
	}

	return (
		<section
			aria-label="Choose what to bring in"
			onDragOver={(event) => {
				event.preventDefault();
				setDragged(true);
			}}
			onDragLeave={() => setDragged(false)}
			onDrop={(event) => void drop(event)}
			className={`flex flex-col items-center gap-3 rounded-md border border-dashed px-4 py-6 text-13 text-ink-soft ${dragged ? "border-accent bg-accent-wash" : "border-line-strong"}`}
		>
			<p>Drop a folder, an archive or a file here, or choose</p>
			<div className="flex flex-wrap justify-center gap-2">
				<TextButton onClick={() => folder.current?.click()}>
					<FolderUp aria-hidden size={14} /> A folder of notes
				</TextButton>
				<TextButton onClick={() => file.current?.click()}>
					<FileUp aria-hidden size={14} /> A file or archive
				</TextButton>
			</div>
			<input
				ref={file}
				type="file"
				hidden
				multiple
				data-picks="files"
				accept={["zip", ...endings].map((ending) => `.${ending}`).join(",")}
				onChange={(event) => onChoose(listPicked(event.target.files ?? []))}
			/>
			<input
				// The attribute has no name in React's types, and without it a folder cannot be chosen.
				ref={(input) => {
					input?.setAttribute("webkitdirectory", "");
					folder.current = input;
				}}
				type="file"
				hidden
				data-picks="folder"
				onChange={(event) => onChoose(listPicked(event.target.files ?? []))}
			/>
		</section>
	);
}
