import { useQuery } from "@tanstack/react-query";
import { changeSettings, getSettings } from "../api/workspace-calls.ts";
import { fieldLook } from "../design/controls.ts";
import { Labelled } from "../design/labelled.tsx";
import { SettingsSection } from "../design/settings-section.tsx";
import { useAttempt } from "../design/use-attempt.ts";
import { useMe } from "../route/use-me.ts";

/** In which language the words of the workspace are read. */
export function LanguageChoice() {
	const { role } = useMe();
	const { attempt } = useAttempt();
	const settings = useQuery({ queryKey: ["settings"], queryFn: ({ signal }) => getSettings({ signal }) });
	if (settings.data === undefined) return null;
	return (
		<SettingsSection title="Language of the texts" about="So that “meetings” is found by “meeting”.">
			<Labelled label="Language">
				<select
					value={settings.data.language}
					disabled={role !== "owner" && role !== "admin"}
					onChange={(event) =>
						void attempt(() => changeSettings(event.target.value), "The words are read anew.", [
							"settings",
							"status",
						])
					}
					className={`${fieldLook} max-w-64 disabled:opacity-70`}
				>
					{settings.data.languages.map(({ code, name }) => (
						<option key={code} value={code}>
							{name}
						</option>
					))}
				</select>
			</Labelled>
		</SettingsSection>
	);
}
