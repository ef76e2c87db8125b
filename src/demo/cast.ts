import type { ProjectRole } from "../graph/model/access.ts";

/** An account of the demo. Its key is what `by` names in an entity. */
export interface DemoAccount {
	readonly key: string;
	readonly display_name: string;
	readonly email: string;
	readonly role: "owner" | "member" | "guest";
	readonly profile: {
		readonly role: string;
		readonly time_zone: string;
		readonly language: string;
		readonly answer_style: string;
		readonly about: string;
	};
}

/** Who works in a project, and whether the rest of the workspace may look in. */
export interface DemoProjectAccess {
	readonly project: string;
	readonly visibility: "private" | "workspace";
	readonly members: readonly { readonly account: string; readonly role: ProjectRole }[];
}

export const ACCOUNTS: readonly DemoAccount[] = [
	{
		key: "maren",
		display_name: "Maren Oyelaran",
		email: "maren@rillmark.example",
		role: "owner",
		profile: {
			role: "Founder and managing director",
			time_zone: "Europe/Copenhagen",
			language: "en",
			answer_style:
				"The answer first, then the two or three facts it stands on. Dates and sums as figures. Say plainly when something is not known.",
			about:
				"Started the company after eleven years of reading staff gauges by torchlight. Signs every purchase above 20,000 euros herself and reads mail before seven in the morning.",
		},
	},
	{
		key: "priya",
		display_name: "Priya Raghunathan",
		email: "priya@rillmark.example",
		role: "member",
		profile: {
			role: "Firmware lead, technical lead of Heron 2",
			time_zone: "Europe/Copenhagen",
			language: "en",
			answer_style:
				"Short and technical. Numbers with units. Name the source of every claim so that it can be checked.",
			about:
				"Writes the firmware of the gauges and chairs the weekly Heron review. Wants to hear about what is blocked before hearing about what is done.",
		},
	},
	{
		key: "sylvie",
		display_name: "Sylvie Marchetti",
		email: "sylvie@marchetti-advisers.example",
		role: "guest",
		profile: {
			role: "Outside adviser",
			time_zone: "Europe/Zurich",
			language: "en",
			answer_style:
				"Full sentences that can be quoted in a letter, with the document each figure comes from.",
			about:
				"Advises the managing director on one confidential matter and on nothing else. Has no business in the engineering projects and is not shown them.",
		},
	},
];

export const PROJECT_ACCESS: readonly DemoProjectAccess[] = [
	{
		project: "heron",
		visibility: "workspace",
		members: [
			{ account: "maren", role: "admin" },
			{ account: "priya", role: "editor" },
		],
	},
	{
		project: "sallow",
		visibility: "workspace",
		members: [
			{ account: "maren", role: "admin" },
			{ account: "priya", role: "viewer" },
		],
	},
	{
		project: "kingfisher",
		visibility: "private",
		members: [
			{ account: "maren", role: "admin" },
			{ account: "sylvie", role: "editor" },
		],
	},
];
