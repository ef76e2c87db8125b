/** What is left of an object without its undefined values: a key that may be undefined is there with a value, or absent. */
type Given<Value> = {
	[Key in keyof Value as undefined extends Value[Key] ? never : Key]: Value[Key];
} & {
	[Key in keyof Value as undefined extends Value[Key] ? Key : never]?: Exclude<Value[Key], undefined>;
};

/** Removes keys that are undefined: spread over another object, such a key would remove a value there. */
export const withoutUndefined = <Value extends object>(value: Value): Given<Value> =>
	Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as never;
