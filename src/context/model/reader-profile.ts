/** A person's profile, as they wrote it. */
export interface ReaderProfile {
	readonly display_name: string;
	readonly role?: string;
	readonly time_zone?: string;
	readonly language?: string;
	readonly answer_style?: string;
	readonly about?: string;
}
