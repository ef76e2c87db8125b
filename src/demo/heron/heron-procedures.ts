import type { Day, DemoPart } from "../demo-part.ts";
import { edgesFrom } from "../edges-from.ts";
import { placeInProject } from "../place-in-project.ts";

const PILOT_TEST = `# Nine-step test of a pilot unit

Every unit passes all nine steps in this order. A unit that fails a step goes back to step one, because a repair can break what was good before.

| step | what | pass |
|---|---|---|
| 1 | sleep current at 20 °C | below 14 µA |
| 2 | supply under modem pulse | above 2.9 V |
| 3 | radar distance to the plate at 1.000 m | ±2 mm |
| 4 | radar distance to the plate at 4.000 m | ±3 mm |
| 5 | clock drift over ten minutes | below 6 ms |
| 6 | update by radio and fall back | both succeed |
| 7 | leak, 30 kPa for two minutes | below 40 Pa lost |
| 8 | transmit power and frequency | within the Norrfield limits |
| 9 | label, serial number, key written | readable, unique |

## Notes for the person at the jig
- Steps 1 and 2 come first because a wet board fails them before anything else.
- Let the unit rest for four minutes after the radar window has been bonded, or step 3 reads 5 mm too near.
- Step 6 uses a deliberately broken firmware. The unit must come back with the old one within 90 seconds. This is the only proof we have of [[Firmware can be replaced by radio and falls back by itself when the new one fails]].
- Step 7 replaces the three-day immersion of [[Housing stays dry at 3 m depth for 72 hours]] on all units but two; those two go into the tank.

## Still open
- [x] Steps 1 to 6 run on the jig
- [ ] Step 7: pump ordered, valve block made, see [[Leak step of the test jig]]
- [ ] Step 8: waits for the reference modem, see [[Radio step of the test jig]]
- [ ] Step 9: Thandi draws the label with the new lid

A complete run takes eleven minutes. Forty units are one long day, so two jigs would be worth their price from the first series on.`;

const certificationOf = (day: Day): string => `# What Norrfield needs from us

The slot: ${day(46)} to ${day(50)}. Our contact is the duty engineer of hall two. Norrfield has tested every product of ours and remembers the emissions of Heron 1.

## On the first morning
1. Three pilot units with final lids, sealed, labelled, fully charged capacitors
2. One unit with a cable in place of the antenna
3. A laptop with the test firmware and a person who can drive it: Priya
4. The fixture that holds a unit upside down

## Ten days before
- [ ] Circuit diagram, parts list, photographs of the inside and of the **final lid**
- [ ] Declaration of the radio settings for all five launch countries
- [x] Purchase order
- [x] Safety data of the lithium cells

Without the file they start one day late and bill the day, 2,900 euros.

## What worries us
The scan of the alpha board showed a peak at 142 MHz, 2 dB below the limit. Two chambers differ by more than that. [[Add a filter to the radar supply]] is overdue and ought to be on the pilot boards.

The second worry is the lid. If the tool is cut late there are no final lids, and Norrfield will not test a unit with a taped one. Then the slot is lost; the next is nine weeks later. That is [[Test-house slot is lost]], and it begins with [[Sign off the Lindqvist first-article samples]].

## Costs
Chamber 11,400 euros, report 2,300, radio approval 4,100. A second visit would cost the chamber again.`;

const diaryOf = (day: Day): string => `# Trial diary of the six bridges

Fergus reads the staff gauges, Noor compares, both write here. A comparison is good within 3 mm.

| bridge | comparisons | good | remark |
|---|---|---|---|
| Coldharbour | 102 | 97 | five bad ones in the two nights of the web |
| Mill Lane | 104 | 104 | taken over by the catchment board as a live site |
| Withy Ford | 103 | 102 | taken over as well; one reading with a swan |
| Abbot's Arch | 88 | 87 | one week skipped for high water |
| Long Causeway | 104 | 99 | foam after rain, 4 to 9 mm too high |
| Tenter | 103 | 103 | nothing to report, which is a report |

## ${day(-40)}
All six hang. Mounting took between 31 and 55 minutes; the long one was Tenter, where the parapet is 70 cm thick. The 40 minutes of the requirement are within reach once there is a longer arm.

## ${day(-33)}
First complete week. Coldharbour shows the false rise of the spider night again, smaller. Left the web alone.

## ${day(-19)}
Long Causeway reads too high after heavy rain, five times. Fergus saw foam "like on a good stout". Not bad enough to alarm anybody, but it is beyond 3 mm.

## ${day(-5)}
Week six. A heron sat on the gauge at Mill Lane for most of the morning. Readings unaffected; product name confirmed.

## To do before the trial ends on ${day(16)}
- [ ] Firmware with the web filter on all six, by radio
- [ ] One reading by hand during a real rise at Abbot's Arch
- [ ] Decide how Long Causeway counts`;

const MOUNTING = `# Choosing a place on the bridge

For the field team and for customers who mount their own gauges.

1. Over the deepest channel, never over a bar that falls dry.
2. At least 0.5 m from a pier. The 60 GHz beam is wide; a pier looks like water that never moves. This follows from [[Use the 60 GHz radar module, not the 80 GHz one]].
3. Upstream side where there is a choice: foam and eddies gather downstream.
4. Reachable from the parapet with the two-metre arm. If the road would have to be closed, choose another bridge.
5. Old Heron 1 brackets may be used as they are; the bolts fit.

Take three photographs: upstream, downstream, straight down. Write the height of the gauge above the staff-gauge zero on the lid, inside, with a pencil. Ink fades.`;

/** Heron 2: how things are tested, approved and mounted. */
export function describeHeronProcedures(day: Day): DemoPart {
	return placeInProject("heron", {
		entities: [
			{
				key: "doc-pilot-test",
				kind: "document",
				title: "Nine-step test of a pilot unit",
				type_key: "document.spec.test",
				state_key: "in_review",
				by: "priya",
				created: -42,
				updated: -8,
				description: "What each of the forty units must pass before it leaves Pelham.",
				body: PILOT_TEST,
			},
			{
				key: "doc-certification",
				kind: "document",
				title: "What Norrfield needs from us",
				type_key: "document.reference.certification",
				state_key: "ready",
				by: "priya",
				created: -50,
				updated: -12,
				description: "Specimens, paperwork, dates and worries for the five days in the chamber.",
				body: certificationOf(day),
			},
			{
				key: "doc-trial-diary",
				kind: "document",
				title: "Trial diary of the six bridges",
				type_key: "document.knowledge.diary",
				state_key: "draft",
				by: "priya",
				created: -40,
				updated: -5,
				description: "Comparisons, weather, foam and animals, week by week.",
				body: diaryOf(day),
			},
			{
				key: "doc-mounting-place",
				kind: "document",
				title: "Choosing a place on the bridge",
				type_key: "document.reference.installation",
				state_key: "ready",
				by: "priya",
				created: -100,
				updated: -33,
				description: "Five rules and three photographs.",
				body: MOUNTING,
			},
		],
		edges: edgesFrom({
			"plan-trial": { references: ["doc-trial-diary"] },
			"task-test-jig": { references: ["doc-pilot-test"] },
			"risk-foam": { references: ["doc-trial-diary"] },
			"out-mounting-guide": { references: ["doc-mounting-place"] },
			"task-supply-filter": { references: ["doc-certification"] },
		}),
	});
}
