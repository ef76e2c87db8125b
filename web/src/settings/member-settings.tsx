export function MemberSettings() {
	return null;
}
