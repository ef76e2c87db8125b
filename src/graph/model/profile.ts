/** A person's description of themselves, for the model that answers them. */
export interface Profile {
	readonly role?: string;
	readonly time_zone?: string;
	readonly language?: string;
	readonly answer_style?: string;
	readonly about?: string;
}

export interface OwnProfile extends Profile {
	readonly display_name: string;
	readonly email: string | null;
	/** Whether the person chose their name themselves; an invitation names people, too. */
	readonly is_own_name?: boolean;
}
