const MINUTE = 60;

/** Returns `, about 4 minutes left`, to follow a count; nothing while the time is unknown. */
export function printTimeLeft(seconds: number | undefined): string {
	if (seconds === undefined) return "";
	const minutes = Math.round(seconds / MINUTE);
	if (minutes < 1) return ", less than a minute left";
	if (minutes === 1) return ", about a minute left";
	const hours = Math.round(minutes / MINUTE);
	return hours < 2 ? `, about ${minutes} minutes left` : `, about ${hours} hours left`;
}
