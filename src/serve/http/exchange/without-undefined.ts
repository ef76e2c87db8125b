/** Removes keys that are undefined: spread over another object, such a key would remove a value there. */
export const withoutUndefined = <Value extends object>(
	value: Value,
): { [Key in keyof Value]?: Exclude<Value[Key], undefined> } =>
	Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as never;
