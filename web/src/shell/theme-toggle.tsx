import { Monitor, Moon, Sun } from "lucide-react";
import { IconButton } from "../design/icon-button.tsx";
import { useTheme } from "../route/use-theme.ts";

const themes = {
	system: { icon: Monitor, next: "light" },
	light: { icon: Sun, next: "dark" },
	dark: { icon: Moon, next: "system" },
} as const;

export function ThemeToggle() {
	const [theme, setTheme] = useTheme();
	const { icon, next } = themes[theme];
	return (
		<IconButton icon={icon} label={`Theme: ${theme}. Change to ${next}`} onClick={() => setTheme(next)} />
	);
}
