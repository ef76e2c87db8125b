export function TokenSettings() {
	return null;
}
