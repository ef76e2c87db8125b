import type { Day, DemoPart } from "../demo-part.ts";
import { edgesFrom } from "../edges-from.ts";
import { placeInProject } from "../place-in-project.ts";

const contextOf = (day: Day): string => `# Kingfisher in one page

**Confidential. Known to Maren Oyelaran and Sylvie Marchetti, at Brannock to Iain alone.**

Brannock Telemetry makes the BT-40, the modem in every gauge that Rillmark sells. Iain Brannock is about to turn seventy, has no successor and has announced the end of the BT-40. We want to buy the company, keep its five people and go on making the modem.

## Why
- Without the BT-40 Heron 2 needs a new modem and a new radio approval, five months and 14,000 euros, or three years of stock for 35,650 euros.
- Brannock earns about 140,000 euros a year.
- Catriona Muir is the best low-power radio designer within a day's drive.

## The offer
1.32 million euros: 800,000 from Havn Savings Bank, 300,000 of our own, 220,000 as an earn-out over two years if the five stay. The ceiling is 1.4 million, see [[No more than 1.4 million euros, stock included]].

## Calendar
| date | event |
|---|---|
| ${day(-41)} | letter of intent |
| ${day(-8)} | data room complete (*late*) |
| ${day(20)} | [[Exclusivity ends]] |
| ${day(34)} | [[Signing at the notary]] |
| ${day(62)} | last orders for the BT-40 at Brannock |

## What stands in the way
1. The radio licences may belong to Iain himself: [[Radio licences do not pass with the shares]]. Until the register is here neither the contract nor the bank file can be finished.
2. Aquaterm buys 38 % of what Brannock makes and competes with us: [[Aquaterm cancels once a rival owns its supplier]].
3. Nobody has asked Catriona: [[Ask Catriona Muir what she would want]].

## The uncomfortable part
The engineers wait for a decision on modem stock, and Maren lets them wait: [[Hold back the modem stock order until the exclusivity ends]]. They get their answer on ${day(20)}, whatever happens here.`;

const offerOf = (day: Day): string => `# Offer and valuation

Prepared by Sylvie Marchetti, ${day(-31)}, revised ${day(-11)}.

## Three cases
| case | Aquaterm | profit per year | value |
|---|---|---|---|
| A | stays | 161,000 € | 1.51 million € |
| B | halves its orders | 140,000 € | 1.32 million € |
| C | leaves | 98,000 € | 0.94 million € |

The seller argues from A and asks for 1.6 million. We offer B. The earn-out covers part of the distance to C, because it is paid only while the team is complete.

## What the price contains
- all shares, the name, the designs from BT-10 to BT-40
- stock of 96,000 euros at cost, of which 65,000 can be sold
- the lease of the workshop until the year after next

## What is held back
- 22,440 euros for two years, for the crystal batch: 510 modems still under warranty at 44 euros each. See [[The warranty trouble is one batch and can be capped]].
- the full price of the licences, 90,000 euros, if the register shows that they are in the seller's own name.

## Alternatives that were looked at
A licence of the design for 210,000 euros would bring drawings and no people. Doing nothing would cost 35,650 euros of modem stock now and a new radio approval in three years. Both are cheaper this year and dearer over five.

## Recommendation
Hold at 1.32 million until the register is here. Concede on the name before conceding on the price: [[Keep the name Brannock on the modem]] costs nothing and means much to the seller.`;

const LICENCES = `# What we know about the radio licences

Brannock tests its modems on two frequencies that need a licence for high power. Without them every production test has to move to a shielded room, which costs about 60,000 euros and does not fit into the workshop.

## Known
- Two licences exist. Both were granted in the year the firm was founded.
- The yearly fee is paid from the company's account.
- The authority's public list shows the name "I. Brannock", no company.

## Not known
- Whether the holder is the man or the firm. At the time of granting the firm was not yet registered.
- Whether a transfer was ever filed. Iain remembers a form; his sister remembers that he forgot it.

## Three outcomes
1. **Held by the company**: they pass with the shares and nothing has to be done.
2. **Held by Iain, transfer possible**: one form, six weeks, 400 euros. Signing moves behind the transfer.
3. **Held by Iain, transfer refused**: new application, seven months. Then the price falls by 90,000 euros or we rent a shielded room.

## Next
- [ ] Register extract from the blue cabinet: [[Obtain the licence register from Iain Brannock]]
- [ ] In parallel, a question to the authority without naming a buyer
- [x] Opinion on outcome 2 from a radio lawyer: transfer is routine if the fee was paid without a gap

The bank has made the answer its first condition, so [[Complete the file for Havn Savings Bank]] and [[Draft the share purchase agreement]] wait for the same sheet of paper.`;

/** Kingfisher: what is written down. */
export function describeKingfisherDocuments(day: Day): DemoPart {
	return placeInProject("kingfisher", {
		entities: [
			{
				key: "doc-kingfisher-context",
				kind: "document",
				title: "Kingfisher in one page",
				type_key: "document.context.project",
				state_key: "ready",
				by: "maren",
				created: -62,
				updated: -3,
				description: "Why we buy, for how much, by when, and what stands in the way.",
				body: contextOf(day),
			},
			{
				key: "doc-offer",
				kind: "document",
				title: "Offer and valuation",
				type_key: "document.knowledge.valuation",
				state_key: "in_review",
				by: "sylvie",
				created: -31,
				updated: -11,
				description: "Three cases, one offer, two sums held back.",
				body: offerOf(day),
			},
			{
				key: "doc-licences",
				kind: "document",
				title: "What we know about the radio licences",
				type_key: "document.knowledge.legal",
				state_key: "draft",
				by: "sylvie",
				created: -19,
				updated: -3,
				description: "Known, not known, three outcomes and the sheet of paper that decides.",
				body: LICENCES,
			},
		],
		edges: edgesFrom({
			kingfisher: { has_context_document: ["doc-kingfisher-context"], has_document: ["doc-offer"] },
			"risk-licence-transfer": { references: ["doc-licences"] },
			"task-licence-register": { references: ["doc-licences"] },
			"out-valuation": { references: ["doc-offer"] },
			"ms-letter-of-intent": { relates_to: ["out-letter-of-intent"] },
		}),
	});
}
