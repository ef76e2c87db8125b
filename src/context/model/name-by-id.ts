const isPlain = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Returns a copy in which everything with an id and a ref has the id as its ref, so that every printer prints the id. */
export function nameById<Value>(value: Value): Value {
	if (Array.isArray(value)) return value.map(nameById) as Value;
	if (value instanceof Map) return new Map([...value].map(([key, entry]) => [key, nameById(entry)])) as Value;
	if (!isPlain(value)) return value;
	const copy = Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, nameById(entry)]));
	if (typeof copy.id === "string" && typeof copy.ref === "string") copy.ref = copy.id;
	return copy as Value;
}
