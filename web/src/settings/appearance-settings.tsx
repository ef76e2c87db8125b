import { SettingsSection } from "../design/settings-section.tsx";
import { type Theme, useTheme } from "../route/use-theme.ts";

const themes: readonly (readonly [Theme, string])[] = [
	["system", "As the system has it"],
	["light", "Light"],
	["dark", "Dark"],
];

export function AppearanceSettings() {
	const [theme, setTheme] = useTheme();
	return (
		<SettingsSection first title="Appearance" about="Kept in this browser alone.">
			<fieldset className="flex flex-col gap-2 text-13">
				<legend className="pb-1 text-12 font-medium text-ink-faint">Theme</legend>
				{themes.map(([value, label]) => (
					<label key={value} className="flex items-center gap-2">
						<input
							type="radio"
							name="theme"
							value={value}
							checked={theme === value}
							onChange={() => setTheme(value)}
							className="accent-accent"
						/>
						{label}
					</label>
				))}
			</fieldset>
		</SettingsSection>
	);
}
