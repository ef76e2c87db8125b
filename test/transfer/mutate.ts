import type { Random } from "../../bench/random.ts";

/**
 * Texts that break parsers: quotes, fences, separators, ends of things, numbers at their limits, halves of characters.
 */
const HOSTILE = [
	"\0",
	'"',
	'""',
	"---\n",
	"\r\n",
	"\n",
	",",
	";",
	": ",
	"&a [*a]",
	"[[",
	"]]",
	"{",
	"}",
	"[",
	"\\",
	"\u00ff\u00fe",
	"../../../../tmp/skein-escape",
	"__proto__",
	"constructor",
	"!!js/function 'x'",
	"99999999999999999999",
	"-0",
	"\uFEFF",
	"\u202E",
	"é",
	"PK\u0005\u0006",
];

/** The same bytes with one to six faults in them. */
export function mutate(random: Random, original: Uint8Array): Buffer {
	let bytes: Buffer = Buffer.from(original);
	for (let fault = 1 + random.below(6); fault > 0; fault -= 1) {
		const at = random.below(bytes.length + 1);
		const length = random.below(1 + Math.min(64, bytes.length - at));
		const before = bytes.subarray(0, at);
		switch (random.below(6)) {
			case 0:
				bytes = Buffer.concat([before, Buffer.from([random.below(256)]), bytes.subarray(at + 1)]);
				break;
			case 1:
				bytes = Buffer.concat([before, bytes.subarray(at + length)]);
				break;
			case 2:
				bytes = Buffer.concat([before, bytes.subarray(at, at + length), bytes.subarray(at)]);
				break;
			case 3:
				bytes = Buffer.from(before);
				break;
			case 4:
				bytes = Buffer.concat([before, Buffer.from("\xff\xff\xff\xff", "latin1"), bytes.subarray(at + 4)]);
				break;
			default: {
				const text = Buffer.from(HOSTILE[random.below(HOSTILE.length)] ?? "");
				bytes = Buffer.concat([before, text, bytes.subarray(at)]);
			}
		}
	}
	return bytes;
}
