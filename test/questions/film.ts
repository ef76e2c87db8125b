import type { OwnKindDefinition } from "../../src/graph/model/own-kind.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import type { Workbench } from "../support/workbench.ts";
import { openOwnKinds, type Row } from "./open-own-kinds.ts";

/** A film production: its kinds have labels of two words, fields with labels of their own, and people of two kinds. */
const KINDS: readonly OwnKindDefinition[] = [
	{
		kind: "CrewMember",
		label: "Crew member",
		plural: "Crew members",
		fields: [
			{
				name: "department",
				type: "select",
				options: ["direction", "camera", "props", "locations", "effects"],
			},
			{ name: "email", type: "email" },
			{ name: "boss", type: "entity_ref", kind: "CrewMember" },
		],
	},
	{ kind: "Agency", label: "Agency", plural: "Agencies", fields: [] },
	{
		kind: "Performer",
		label: "Performer",
		also_called: ["actor", "actors", "actress"],
		fields: [
			{ name: "email", type: "email" },
			{ name: "agency", type: "entity_ref", kind: "Agency", says: ["represent"] },
		],
	},
	{
		kind: "Location",
		label: "Location",
		fields: [
			{ name: "state", type: "select", options: ["scouted", "booked", "released"] },
			{ name: "manager", type: "entity_ref", kind: "CrewMember", label: "Location manager" },
		],
	},
	{
		kind: "Prop",
		label: "Prop",
		fields: [
			{ name: "state", type: "select", options: ["to_make", "made", "hired", "broken"] },
			{ name: "maker", type: "entity_ref", kind: "CrewMember" },
		],
	},
	{
		kind: "Scene",
		label: "Scene",
		closed_states: ["shot", "cut"],
		due_field: "shooting_day",
		fields: [
			{ name: "state", type: "select", options: ["planned", "rehearsed", "shot", "cut"] },
			{ name: "location", type: "entity_ref", kind: "Location" },
			{ name: "director", type: "entity_ref", kind: "CrewMember" },
			{ name: "cast", type: "entity_ref_list", kind: "Performer" },
			{ name: "props", type: "entity_ref_list", kind: "Prop" },
			{ name: "shooting_day", type: "date" },
		],
	},
	{
		kind: "Permit",
		label: "Permit",
		also_called: ["permission", "permissions"],
		fields: [
			{ name: "state", type: "select", options: ["applied", "granted", "refused"] },
			{ name: "place", type: "entity_ref", kind: "Location" },
			{ name: "applicant", type: "entity_ref", kind: "CrewMember" },
			{ name: "expires", type: "date" },
		],
	},
	{
		kind: "EffectsShot",
		label: "Effects shot",
		plural: "Effects shots",
		closed_states: ["approved"],
		due_field: "delivery",
		fields: [
			{ name: "state", type: "select", options: ["queued", "in_work", "approved"] },
			{ name: "scene", type: "entity_ref", kind: "Scene" },
			{ name: "artist", type: "entity_ref", kind: "CrewMember" },
			{ name: "delivery", type: "date" },
		],
	},
];

/** A name in angle brackets is the entity of that title. */
const ROWS: readonly Row[] = [
	["CrewMember", "Wren Calloway", { department: "direction", email: "wren@film.example" }],
	["CrewMember", "Greta Nilsson", { department: "direction", boss: "<Wren Calloway>" }],
	["CrewMember", "Tomas Abara", { department: "camera", boss: "<Greta Nilsson>" }],
	["CrewMember", "Yuki Sato", { department: "props", boss: "<Wren Calloway>" }],
	["CrewMember", "Olu Danjuma", { department: "locations", boss: "<Wren Calloway>" }],
	["CrewMember", "Pia Marchand", { department: "effects", boss: "<Greta Nilsson>" }],
	["Agency", "Starling Talent"],
	["Agency", "Black Door"],
	["Performer", "Lena Hartwig", { agency: "<Starling Talent>" }],
	["Performer", "Marcus Oyo", { agency: "<Starling Talent>" }],
	["Performer", "Sofia Brandt", { agency: "<Black Door>" }],
	["Performer", "Jun Park"],
	["Location", "Old Mill", { manager: "<Olu Danjuma>" }, "booked"],
	["Location", "Canal basin", { manager: "<Olu Danjuma>" }, "scouted"],
	["Location", "Studio B", { manager: "<Tomas Abara>" }, "booked"],
	["Location", "Bank rooftop", { manager: "<Olu Danjuma>" }, "released"],
	["Prop", "Brass telescope", { maker: "<Yuki Sato>" }, "made"],
	["Prop", "Forged letter", { maker: "<Yuki Sato>" }, "to_make"],
	["Prop", "Harbour map", {}, "hired"],
	["Prop", "Stunt bicycle", { maker: "<Tomas Abara>" }, "broken"],
	[
		"Scene",
		"Boat chase",
		{
			location: "<Canal basin>",
			director: "<Greta Nilsson>",
			cast: ["<Lena Hartwig>", "<Jun Park>"],
			props: ["<Stunt bicycle>", "<Harbour map>"],
			shooting_day: "2026-11-24",
		},
		"planned",
	],
	[
		"Scene",
		"Dinner at the mill",
		{
			location: "<Old Mill>",
			director: "<Greta Nilsson>",
			cast: ["<Lena Hartwig>", "<Marcus Oyo>", "<Sofia Brandt>"],
			props: ["<Forged letter>"],
			shooting_day: "2026-11-18",
		},
		"rehearsed",
	],
	[
		"Scene",
		"The telegram",
		{
			location: "<Studio B>",
			director: "<Tomas Abara>",
			cast: ["<Marcus Oyo>"],
			props: ["<Brass telescope>", "<Forged letter>"],
			shooting_day: "2026-11-10",
		},
		"planned",
	],
	[
		"Scene",
		"Farewell on the roof",
		{
			location: "<Bank rooftop>",
			director: "<Greta Nilsson>",
			cast: ["<Lena Hartwig>", "<Sofia Brandt>"],
			shooting_day: "2026-10-28",
		},
		"shot",
	],
	[
		"Scene",
		"Opening titles",
		{ location: "<Studio B>", director: "<Tomas Abara>", shooting_day: "2026-12-09" },
		"planned",
	],
	["Scene", "Night market", { shooting_day: "2026-10-12" }, "cut"],
	[
		"Permit",
		"Canal filming permit",
		{ place: "<Canal basin>", applicant: "<Olu Danjuma>", expires: "2026-12-31" },
		"applied",
	],
	[
		"Permit",
		"Mill road closure",
		{ place: "<Old Mill>", applicant: "<Olu Danjuma>", expires: "2026-11-20" },
		"granted",
	],
	["Permit", "Drone flight", { place: "<Canal basin>", applicant: "<Tomas Abara>" }, "refused"],
	[
		"EffectsShot",
		"Fog over the canal",
		{ scene: "<Boat chase>", artist: "<Pia Marchand>", delivery: "2027-01-15" },
		"queued",
	],
	[
		"EffectsShot",
		"Mill wheel extension",
		{ scene: "<Dinner at the mill>", artist: "<Pia Marchand>", delivery: "2026-12-04" },
		"in_work",
	],
	[
		"EffectsShot",
		"Sky replacement",
		{ scene: "<Farewell on the roof>", artist: "<Pia Marchand>", delivery: "2026-11-06" },
		"approved",
	],
	[
		"EffectsShot",
		"Title lettering",
		{ scene: "<Opening titles>", artist: "<Tomas Abara>", delivery: "2026-11-12" },
		"in_work",
	],
];

const EDGES: readonly (readonly [source: string, rel: string, target: string])[] = [
	["Canal filming permit", "blocks", "Boat chase"],
	["Boat chase", "depends_on", "Dinner at the mill"],
	["Opening titles", "depends_on", "Boat chase"],
	["Boat chase", "replaces", "Night market"],
	["Jun Park", "doubles_for", "Marcus Oyo"],
	["Sofia Brandt", "coached_by", "Greta Nilsson"],
	["Forged letter", "copied_from", "Harbour map"],
	["Drone flight", "appealed_by", "Wren Calloway"],
];

export const openFilm = (db: Db): Promise<Workbench> =>
	openOwnKinds(db, { kinds: KINDS, rows: ROWS, edges: EDGES });
