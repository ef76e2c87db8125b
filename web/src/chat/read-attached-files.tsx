import { type ReactNode, useRef } from "react";
import type { AttachedImage } from "../../../src/client/chat-calls.ts";
import type { Draft } from "../conversation/draft.ts";

/** The most files the server accepts with one message. */
const mostFiles = 10;
const mostImages = 5;
const longestText = 1_000_000;
const largestImage = 5_000_000;
const imageTypes: readonly AttachedImage["mediaType"][] = [
	"image/png",
	"image/jpeg",
	"image/webp",
	"image/gif",
];

/** The file types a file chooser offers. */
const attachable = `${imageTypes.join(",")},text/*,.md,.csv,.json,.yaml,.yml,.ts,.py,.log`;

export interface Attached {
	readonly files: Draft["files"];
	readonly images: Draft["images"];
	/** Why a file was not attached. */
	readonly refused: string | null;
}

/** Reads chosen or dropped files, texts as texts and pictures as pictures. */
export async function attachFiles(draft: Draft, chosen: readonly File[]): Promise<Attached> {
	const files = [...draft.files];
	const images = [...draft.images];
	let refused: string | null = null;
	for (const file of chosen) {
		const { name, type, size } = file;
		const mediaType = imageTypes.find((known) => known === type);
		if ([...files, ...images].some((present) => present.name === name)) continue;
		if (mediaType !== undefined) {
			if (size > largestImage) refused = `${name} is larger than 5 MB. Attach a smaller picture.`;
			else if (images.length >= mostImages) refused = `A question takes ${mostImages} pictures.`;
			else images.push({ name, mediaType, data: await readBase64(file) });
			continue;
		}
		const text = await file.text();
		if (text.includes("\0")) refused = `${name} is neither text nor a picture, and was not attached.`;
		else if (text.length > longestText)
			refused = `${name} is longer than a question can take. Import it instead.`;
		else if (files.length >= mostFiles) refused = `A question takes ${mostFiles} files.`;
		else files.push({ name, text });
	}
	return { files, images, refused };
}

function readBase64(file: File): Promise<string> {
	return new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
		reader.onerror = () => reject(reader.error);
		reader.readAsDataURL(file);
	});
}

interface FileChooserProps {
	readonly onChosen: (files: readonly File[]) => void;
	/** Renders the control that opens the chooser. */
	readonly children: (open: () => void) => ReactNode;
}

/** Chooses files to attach to a question: texts and pictures. */
export function FileChooser({ onChosen, children }: FileChooserProps) {
	const input = useRef<HTMLInputElement>(null);
	return (
		<>
			{children(() => input.current?.click())}
			<input
				ref={input}
				type="file"
				multiple
				hidden
				accept={attachable}
				onChange={(event) => {
					onChosen([...(event.target.files ?? [])]);
					// Otherwise choosing the same file again would fire no change event.
					event.target.value = "";
				}}
			/>
		</>
	);
}
