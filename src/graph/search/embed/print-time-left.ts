const MINUTE = 60;

/** `, about 4 minutes left`, to stand behind a count; nothing while nobody can tell. */
export function printTimeLeft(seconds: number | undefined): string {
	if (seconds === undefined) return "";
	const minutes = Math.round(seconds / MINUTE);
	if (minutes < 1) return ", less than a minute left";
	if (minutes === 1) return ", about a minute left";
	const hours = Math.round(minutes / MINUTE);
	return hours < 2 ? `, about ${minutes} minutes left` : `, about ${hours} hours left`;
}
