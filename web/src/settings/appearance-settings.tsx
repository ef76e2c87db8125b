export function AppearanceSettings() {
	return null;
}
