import type { OwnKindDefinition } from "../../src/graph/model/own-kind.ts";
import type { Db } from "../../src/graph/store/engine/db.ts";
import type { Workbench } from "../support/workbench.ts";
import { openOwnKinds, type Row } from "./open-own-kinds.ts";

/** A workspace in which nothing that ships is used: every kind, field, state and nearly every relation is somebody's own. */
const KINDS: readonly OwnKindDefinition[] = [
	{
		kind: "Worker",
		label: "Worker",
		fields: [
			{ name: "trade", type: "text" },
			{ name: "email", type: "email" },
			{ name: "mentor", type: "entity_ref", kind: "Worker" },
		],
	},
	{ kind: "Customer", label: "Customer", fields: [{ name: "email", type: "email" }] },
	{ kind: "Berth", label: "Berth", fields: [] },
	{ kind: "Supplier", label: "Supplier", fields: [{ name: "town", type: "text" }] },
	{
		kind: "Boat",
		label: "Boat",
		fields: [
			{ name: "state", type: "select", options: ["afloat", "ashore", "sold"] },
			{ name: "owner", type: "entity_ref", kind: "Customer" },
			{ name: "berth", type: "entity_ref", kind: "Berth" },
		],
	},
	{
		kind: "Part",
		label: "Part",
		fields: [
			{ name: "state", type: "select", options: ["in_stock", "ordered", "missing"] },
			{ name: "supplier", type: "entity_ref", kind: "Supplier" },
		],
	},
	{
		kind: "Job",
		label: "Job",
		also_called: ["repair", "repairs"],
		closed_states: ["finished"],
		due_field: "due",
		fields: [
			{ name: "state", type: "select", options: ["quoted", "underway", "waiting", "finished"] },
			{ name: "urgency", type: "select", options: ["low", "normal", "urgent"] },
			{ name: "boat", type: "entity_ref", kind: "Boat" },
			{ name: "foreman", type: "entity_ref", kind: "Worker" },
			{ name: "crew", type: "entity_ref_list", kind: "Worker" },
			{ name: "parts", type: "entity_ref_list", kind: "Part" },
			{ name: "due", type: "date" },
		],
	},
	{
		kind: "Survey",
		label: "Survey",
		fields: [
			{ name: "surveyor", type: "entity_ref", kind: "Worker" },
			{ name: "boat", type: "entity_ref", kind: "Boat" },
			{ name: "date", type: "date" },
		],
	},
];

/** A name in angle brackets is the entity of that title. */
const ROWS: readonly Row[] = [
	["Worker", "Ada Fenwick", { trade: "shipwright", email: "ada@yard.example" }],
	["Worker", "Bo Lindgren", { trade: "rigger", email: "bo@yard.example", mentor: "<Ada Fenwick>" }],
	["Worker", "Cass Omondi", { trade: "electrician", email: "cass@yard.example", mentor: "<Ada Fenwick>" }],
	["Worker", "Dov Halloran", { trade: "painter", email: "dov@yard.example", mentor: "<Bo Lindgren>" }],
	["Customer", "Ines Valverde", { email: "ines@sea.example" }],
	["Customer", "Rupert Quayle", { email: "rupert@sea.example" }],
	["Customer", "Harbour Trust", { email: "office@trust.example" }],
	["Berth", "North 4"],
	["Berth", "South 2"],
	["Berth", "Slip A"],
	["Supplier", "Tarbet Timber", { town: "Tarbet" }],
	["Supplier", "Oban Electrics", { town: "Oban" }],
	["Boat", "Petrel", { owner: "<Ines Valverde>", berth: "<Slip A>" }, "ashore"],
	["Boat", "Marigold", { owner: "<Rupert Quayle>", berth: "<North 4>" }, "afloat"],
	["Boat", "Old Thunder", { owner: "<Harbour Trust>", berth: "<Slip A>" }, "ashore"],
	["Boat", "Kittiwake", { owner: "<Rupert Quayle>", berth: "<South 2>" }, "sold"],
	["Part", "Oak plank", { supplier: "<Tarbet Timber>" }, "in_stock"],
	["Part", "Bilge pump", { supplier: "<Oban Electrics>" }, "ordered"],
	["Part", "Mast step", { supplier: "<Tarbet Timber>" }, "missing"],
	["Part", "Navigation lamp", { supplier: "<Oban Electrics>" }, "ordered"],
	[
		"Job",
		"Replace the garboard strake",
		{
			boat: "<Petrel>",
			foreman: "<Ada Fenwick>",
			crew: ["<Dov Halloran>"],
			parts: ["<Oak plank>"],
			due: "2026-11-10",
			urgency: "urgent",
		},
		"underway",
	],
	[
		"Job",
		"Rewire the engine room",
		{
			boat: "<Marigold>",
			foreman: "<Cass Omondi>",
			crew: ["<Bo Lindgren>"],
			parts: ["<Bilge pump>", "<Navigation lamp>"],
			due: "2026-11-20",
			urgency: "normal",
		},
		"waiting",
	],
	[
		"Job",
		"Step the mizzen mast",
		{
			boat: "<Old Thunder>",
			foreman: "<Bo Lindgren>",
			crew: ["<Dov Halloran>", "<Cass Omondi>"],
			parts: ["<Mast step>"],
			due: "2026-12-01",
			urgency: "urgent",
		},
		"waiting",
	],
	[
		"Job",
		"Antifoul the hull",
		{ boat: "<Petrel>", foreman: "<Dov Halloran>", due: "2026-11-25", urgency: "low" },
		"quoted",
	],
	[
		"Job",
		"Varnish the brightwork",
		{ boat: "<Kittiwake>", foreman: "<Dov Halloran>", due: "2026-10-20", urgency: "low" },
		"finished",
	],
	[
		"Job",
		"Launch Petrel",
		{ boat: "<Petrel>", foreman: "<Ada Fenwick>", due: "2026-12-05", urgency: "normal" },
		"quoted",
	],
	[
		"Job",
		"Dry out the planking",
		{ boat: "<Petrel>", foreman: "<Ada Fenwick>", due: "2026-10-30", urgency: "normal" },
		"finished",
	],
	["Survey", "Spring survey of Petrel", { surveyor: "<Ada Fenwick>", boat: "<Petrel>", date: "2026-04-02" }],
	[
		"Survey",
		"Insurance survey of Marigold",
		{ surveyor: "<Bo Lindgren>", boat: "<Marigold>", date: "2026-10-30" },
	],
];

const EDGES: readonly (readonly [source: string, rel: string, target: string])[] = [
	["Antifoul the hull", "depends_on", "Replace the garboard strake"],
	["Launch Petrel", "depends_on", "Antifoul the hull"],
	["Replace the garboard strake", "depends_on", "Dry out the planking"],
	["Spring survey of Petrel", "led_to", "Replace the garboard strake"],
	["Old Thunder", "towed_by", "Marigold"],
	["Dov Halloran", "trained_by", "Ada Fenwick"],
];

export const openBoatyard = (db: Db): Promise<Workbench> =>
	openOwnKinds(db, { kinds: KINDS, rows: ROWS, edges: EDGES });
