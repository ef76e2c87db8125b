import { Download } from "lucide-react";
import { useMe } from "../shell/use-me.ts";
import { ImportForm } from "./import-form.tsx";
import { SettingsSection } from "./settings-section.tsx";

const formats: readonly (readonly [string, string, string])[] = [
	["jsonl", "Lines of JSON", "Loses nothing; can be brought in again"],
	["markdown", "Markdown", "A folder of texts, for any editor"],
	["csv", "Tables", "One table for each type"],
];

/** Bringing work in and taking it out. */
export function DataSettings() {
	const { role } = useMe();
	return (
		<>
			<SettingsSection
				first
				title="Bring your own notes"
				about="From a folder, an archive or a file on the machine that runs Skein. Try it first: a trial reads everything, writes nothing, and tells what would come of it."
			>
				{role === "owner" ? (
					<ImportForm />
				) : (
					<p className="text-13 text-ink-soft">
						Only the owner of the workspace can bring things in: the path is one on the server's own disk.
					</p>
				)}
			</SettingsSection>
			<SettingsSection title="Take everything out" about="All that you may read. It is yours.">
				<ul className="flex flex-col gap-2">
					{formats.map(([format, name, about]) => (
						<li key={format} className="flex items-center gap-3 text-13">
							<a
								href={`/api/export?format=${format}`}
								download
								className="inline-flex h-8 items-center gap-1.5 rounded-md border border-line bg-surface px-2.5 font-medium text-ink-soft hover:bg-hover hover:text-ink"
							>
								<Download aria-hidden size={14} /> {name}
							</a>
							<span className="text-ink-faint">{about}</span>
						</li>
					))}
				</ul>
			</SettingsSection>
		</>
	);
}
