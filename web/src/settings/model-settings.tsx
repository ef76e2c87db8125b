export function ModelSettings() {
	return null;
}
