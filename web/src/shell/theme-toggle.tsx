import { Monitor, Moon, Sun } from "lucide-react";
import { useEffect } from "react";
import { IconButton } from "../design/icon-button.tsx";
import { useStoredState } from "../design/use-stored-state.ts";

const themes = {
	system: { icon: Monitor, next: "light" },
	light: { icon: Sun, next: "dark" },
	dark: { icon: Moon, next: "system" },
} as const;

export function ThemeToggle() {
	const [theme, setTheme] = useStoredState<keyof typeof themes>("theme", "system");
	const { icon, next } = themes[theme];
	useEffect(() => {
		if (theme === "system") delete document.documentElement.dataset.theme;
		else document.documentElement.dataset.theme = theme;
	}, [theme]);
	return (
		<IconButton icon={icon} label={`Theme: ${theme}. Change to ${next}`} onClick={() => setTheme(next)} />
	);
}
