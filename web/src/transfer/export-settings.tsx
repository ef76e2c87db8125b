import { Download } from "lucide-react";
import { useState } from "react";
import { SettingsSection } from "../design/settings-section.tsx";
import { useMe } from "../route/use-me.ts";

const formats: readonly (readonly [string, string, string])[] = [
	["jsonl", "Lines of JSON", "Loses nothing, and can be brought in again here or elsewhere"],
	["markdown", "Markdown", "A folder of texts with their fields, for any editor"],
	["csv", "Tables", "One table for each type, for a spreadsheet"],
];

const extras: readonly (readonly [string, string])[] = [
	["rights", "Who may read and write what"],
	["history", "Every change that was made"],
];

/** Exports a person's work. */
export function ExportSettings() {
	const { role } = useMe();
	const manages = role === "owner" || role === "admin";
	const [included, setIncluded] = useState<readonly string[]>([]);
	const wish = (format: string): string => {
		const parameters = new URLSearchParams({ format });
		if (format === "jsonl" && included.length > 0) parameters.set("include", included.join(","));
		return `/api/export?${parameters}`;
	};
	return (
		<SettingsSection first title="Take everything out" about="All that you may read. It is yours.">
			<ul className="flex flex-col gap-2">
				{formats.map(([format, name, about]) => (
					<li key={format} className="flex items-center gap-3 text-13">
						<a
							href={wish(format)}
							download
							className="inline-flex h-8 w-36 shrink-0 items-center gap-1.5 rounded-md border border-line bg-surface px-2.5 font-medium text-ink-soft hover:bg-hover hover:text-ink"
						>
							<Download aria-hidden size={14} /> {name}
						</a>
						<span className="text-ink-faint">{about}</span>
					</li>
				))}
			</ul>
			{manages && (
				<fieldset className="flex flex-col gap-2 text-13 text-ink-soft">
					<legend className="pb-1 text-12 font-medium text-ink-faint">Lines of JSON can hold more</legend>
					{extras.map(([part, label]) => (
						<label key={part} className="flex items-center gap-2">
							<input
								type="checkbox"
								checked={included.includes(part)}
								onChange={(event) =>
									setIncluded(
										event.target.checked ? [...included, part] : included.filter((other) => other !== part),
									)
								}
								className="accent-accent"
							/>
							{label}
						</label>
					))}
				</fieldset>
			)}
		</SettingsSection>
	);
}
