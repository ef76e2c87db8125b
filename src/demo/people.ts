import type { Day, DemoEntity, DemoPart } from "./demo-part.ts";
import { edgesFrom } from "./edges-from.ts";

interface Person {
	readonly key: string;
	readonly name: string;
	readonly role: string;
	readonly team: string;
	readonly manager: string | null;
	readonly start: string;
	readonly skills: readonly string[];
	readonly profile?: string;
	readonly description: string;
}

function makePerson(person: Person): DemoEntity {
	const mailbox = person.key.replace("person-", "");
	return {
		key: person.key,
		kind: "Person",
		title: person.name,
		description: person.description,
		by: "maren",
		created: -210,
		props: {
			role: person.role,
			email: `${mailbox}@rillmark.example`,
			team: `key:${person.team}`,
			manager: person.manager === null ? null : `key:${person.manager}`,
			start: person.start,
			skills: person.skills,
			profile: person.profile === undefined ? null : `key:${person.profile}`,
		},
	};
}

interface Okr {
	readonly key: string;
	readonly title: string;
	readonly owner: string;
	readonly team: string;
	readonly state: string;
	readonly quarter: string;
	readonly keyResults: readonly string[];
	readonly goals: readonly string[];
	readonly description: string;
	readonly by: string;
}

function makeOkr(okr: Okr): DemoEntity {
	return {
		key: okr.key,
		kind: "OKR",
		title: okr.title,
		description: okr.description,
		state_key: okr.state,
		by: okr.by,
		created: -80,
		updated: -6,
		props: {
			owner: `key:${okr.owner}`,
			team: `key:${okr.team}`,
			state: okr.state,
			quarter: okr.quarter,
			key_results: okr.keyResults,
			goals: okr.goals.map((goal) => `key:${goal}`),
		},
	};
}

/** The quarter that a date falls in, as people write it: "2026 Q3". */
function nameQuarter(date: string): string {
	return `${date.slice(0, 4)} Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
}

const STAFF: readonly Person[] = [
	{
		key: "person-maren",
		name: "Maren Oyelaran",
		role: "Founder and managing director",
		team: "team-office",
		manager: null,
		start: "2014-04-01",
		skills: ["hydrometry", "negotiation", "public tenders"],
		profile: "note-maren",
		description: "Founder. Owns the customer promises, the money and the last word on suppliers.",
	},
	{
		key: "person-priya",
		name: "Priya Raghunathan",
		role: "Firmware lead",
		team: "team-firmware",
		manager: "person-maren",
		start: "2018-09-03",
		skills: ["embedded C", "low-power design", "radio protocols"],
		profile: "note-priya",
		description: "Technical lead of Heron 2 and the only one who knows the bootloader by heart.",
	},
	{
		key: "person-luc",
		name: "Luc Fontanel",
		role: "Mechanical engineer",
		team: "team-hardware",
		manager: "person-agnieszka",
		start: "2020-02-17",
		skills: ["enclosures", "injection moulding", "corrosion"],
		profile: "note-luc",
		description: "Designed the Heron 2 housing, the lid and the parapet bracket.",
	},
	{
		key: "person-agnieszka",
		name: "Agnieszka Wrona",
		role: "Hardware and quality lead",
		team: "team-hardware",
		manager: "person-maren",
		start: "2017-05-22",
		skills: ["certification", "test planning", "supplier audits"],
		description: "Runs the test bench and every conversation with Norrfield Test House.",
	},
	{
		key: "person-hana",
		name: "Hana Kobayashi-Wells",
		role: "Purchasing and production",
		team: "team-hardware",
		manager: "person-agnieszka",
		start: "2019-11-04",
		skills: ["purchasing", "incoming inspection", "contract assembly"],
		profile: "note-hana",
		description: "Buys everything with a part number and keeps Pelham Assembly supplied.",
	},
	{
		key: "person-noor",
		name: "Noor Jansen",
		role: "Data scientist",
		team: "team-firmware",
		manager: "person-priya",
		start: "2022-01-10",
		skills: ["time series", "hydrology", "Python"],
		description: "Turns raw radar distances into levels that a warden can trust.",
	},
	{
		key: "person-joaquin",
		name: "Joaquín Beltrán",
		role: "Portal developer",
		team: "team-firmware",
		manager: "person-priya",
		start: "2021-06-14",
		skills: ["TypeScript", "PostgreSQL", "message delivery"],
		description: "Builds the warning portal and the message path behind it.",
	},
	{
		key: "person-samir",
		name: "Samir Haddad",
		role: "Field lead",
		team: "team-field",
		manager: "person-maren",
		start: "2016-03-07",
		skills: ["rope access", "bridge permits", "landowners"],
		profile: "note-samir",
		description: "Plans every installation and knows most farm gates on the River Sallow.",
	},
	{
		key: "person-eleri",
		name: "Eleri Pugh",
		role: "Hydrologist",
		team: "team-field",
		manager: "person-samir",
		start: "2021-09-01",
		skills: ["rating curves", "flood thresholds", "training"],
		profile: "note-eleri",
		description: "Sets thresholds together with the wardens and explains them afterwards.",
	},
	{
		key: "person-fergus",
		name: "Fergus MacAllan",
		role: "Field technician",
		team: "team-field",
		manager: "person-samir",
		start: "2023-04-03",
		skills: ["installation", "welding", "boat handling"],
		description: "Mounts the gauges, repairs what herons and flood debris break.",
	},
	{
		key: "person-dele",
		name: "Dele Bankole",
		role: "Finance and contracts",
		team: "team-office",
		manager: "person-maren",
		start: "2018-01-15",
		skills: ["contracts", "cash planning", "grants"],
		description: "Writes the offers, chases the invoices and reads the small print.",
	},
	{
		key: "person-thandi",
		name: "Thandi Mokoena",
		role: "Technical writer and designer",
		team: "team-office",
		manager: "person-dele",
		start: "2022-08-29",
		skills: ["manuals", "illustration", "Afrikaans and German"],
		description: "Draws the mounting guide and makes the portal readable at three in the morning.",
	},
];

const TEAMS: readonly DemoEntity[] = [
	{
		key: "team-hardware",
		kind: "Team",
		title: "Hardware",
		description: "Three people and a bench with a salt-spray cabinet that everybody can hear.",
		by: "maren",
		created: -210,
		props: {
			mission: "Gauges that leave the workshop right the first time.",
			lead: "key:person-agnieszka",
		},
	},
	{
		key: "team-firmware",
		kind: "Team",
		title: "Firmware and data",
		description: "Everything between the radar echo and the warden's telephone.",
		by: "maren",
		created: -210,
		props: { mission: "A level one can act on, within minutes.", lead: "key:person-priya" },
	},
	{
		key: "team-field",
		kind: "Team",
		title: "Field",
		description: "Two vans, one boat, and the address book of the valley.",
		by: "maren",
		created: -210,
		props: { mission: "Installed once, visited once a year.", lead: "key:person-samir" },
	},
	{
		key: "team-office",
		kind: "Team",
		title: "Office",
		description: "Money, contracts, words and pictures.",
		by: "maren",
		created: -210,
		props: { mission: "Nobody in the other teams has to chase paper.", lead: "key:person-dele" },
	},
];

/** The people, teams and quarterly objectives of Rillmark. */
export function describePeople(day: Day): DemoPart {
	const quarter = nameQuarter(day(0));
	const okrs = [
		makeOkr({
			key: "okr-heron-pilot",
			by: "priya",
			title: "Heron 2 leaves the bench",
			owner: "person-priya",
			team: "team-firmware",
			state: "at_risk",
			quarter,
			keyResults: [
				"40 pilot units built at Pelham Assembly",
				"Six trial gauges with eight weeks of data each",
				"Radio and EMC reports signed by Norrfield",
			],
			goals: ["goal-ship-heron", "goal-battery-life"],
			description: "At risk since the hinge change took seven weeks out of the pilot schedule.",
		}),
		makeOkr({
			key: "okr-sallow-live",
			by: "maren",
			title: "The Sallow valley is warned in time",
			owner: "person-samir",
			team: "team-field",
			state: "at_risk",
			quarter,
			keyResults: ["24 of 24 sites live", "Warnings within four minutes", "One drill with all wardens"],
			goals: ["goal-network-live", "goal-four-minutes"],
			description: "Nineteen sites stand; Tanner's Weir and four bridges are outstanding.",
		}),
		makeOkr({
			key: "okr-service",
			by: "maren",
			title: "Half the service kilometres",
			owner: "person-samir",
			team: "team-field",
			state: "on_track",
			quarter,
			keyResults: ["At most one visit per site and year", "Remote update on every new gauge"],
			goals: ["goal-one-visit"],
			description: "Down from 2.3 visits per site to 1.4 since gauges report their battery health.",
		}),
		makeOkr({
			key: "okr-margin",
			by: "maren",
			title: "Heron 2 earns its keep",
			owner: "person-hana",
			team: "team-hardware",
			state: "on_track",
			quarter,
			keyResults: ["Landed cost below 412 euros", "Two suppliers for each part above 15 euros"],
			goals: ["goal-landed-cost"],
			description: "The bill of materials stands at 405 euros with the new hinge.",
		}),
		makeOkr({
			key: "okr-reports",
			by: "maren",
			title: "Reports that customers forward",
			owner: "person-eleri",
			team: "team-field",
			state: "draft",
			quarter: nameQuarter(day(92)),
			keyResults: ["A season report for every customer within ten days", "Three of them quoted in the press"],
			goals: ["goal-board-independent"],
			description: "Planned for next quarter; waits until the Sallow network is complete.",
		}),
	];
	return {
		entities: [...TEAMS, ...STAFF.map(makePerson), ...okrs],
		edges: edgesFrom({
			"okr-heron-pilot": { references: ["note-review-hinge"] },
			"okr-sallow-live": { relates_to: ["okr-service"] },
			"person-samir": { deputises_for: ["person-eleri"] },
			"person-noor": {
				deputises_for: [{ to: "person-priya", text: "For data questions only, not firmware." }],
			},
			"team-field": { responsible_for: ["sallow"] },
			"team-hardware": { responsible_for: ["heron"] },
			"team-firmware": { responsible_for: ["heron"] },
		}),
	};
}
