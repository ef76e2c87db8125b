export function DataSettings() {
	return null;
}
