import { columns, declareKind, type Kind } from "../kind.ts";
import { byNewest } from "../order.ts";

export const signal: Kind = declareKind({
	kind: "signal",
	bodyName: "content",
	fields: [
		{ name: "channel", type: "text" },
		{ name: "payload", type: "json" },
		{ name: "ts", type: "date" },
	],
	light: [
		...columns("channel ts created_at"),
		{
			name: "payload_summary",
			clip: 160,
			read: ({ props, title }) => {
				const payload = props.payload;
				if (payload === undefined || payload === null) return title;
				return typeof payload === "string" ? payload : JSON.stringify(payload);
			},
		},
	],
	slice: [{ limit: 6, compare: byNewest("ts") }],
	icon: "radio",
	hue: 110,
});
