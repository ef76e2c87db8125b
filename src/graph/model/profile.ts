import type { Answer } from "../../contract/frozen.ts";
import type { meSchema } from "../../contract/people.ts";

/** A person's description of themselves, for the model that answers them. */
export type Profile = Answer<typeof meSchema>["profile"];

/** The name of an account that nobody has named. */
export const UNNAMED = "You";

export interface OwnProfile extends Profile {
	readonly display_name: string;
	readonly email: string | null;
	/** Whether the person chose their name themselves; an invitation names people, too. */
	readonly is_own_name?: boolean;
}
