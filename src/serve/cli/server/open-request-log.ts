import pino from "pino";
import type { RequestLog } from "../../http/exchange/observe-requests.ts";

const SERVER_ERROR = 500;

/**
 * Where requests are noted: nowhere but for failures, on standard error (`stderr`), or in a file. A failure is always
 * told, or whoever runs the server would never learn of it.
 */
export function openRequestLog(place: string | undefined): RequestLog {
	const isEverything = place !== undefined && place !== "" && place !== "off";
	const destination =
		isEverything && place !== "stderr" ? { dest: place, mkdir: true, mode: 0o600 } : { dest: 2 };
	const log = pino(
		{ base: null, timestamp: false, formatters: { level: (level) => ({ level }) } },
		pino.destination({ ...destination, sync: true }),
	);
	return (record) => {
		const isFailure = record.failure !== undefined || record.status > SERVER_ERROR;
		if (record.failure !== undefined) log.error(record);
		else if (isEverything) log[isFailure ? "warn" : "info"](record);
	};
}
