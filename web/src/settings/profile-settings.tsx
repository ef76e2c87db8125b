export function ProfileSettings() {
	return null;
}
