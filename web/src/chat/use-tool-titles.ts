import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { spellKey } from "../design/format.tsx";

/** Returns the title of a tool in plain words. */
export function useToolTitles(): (tool: string) => string {
	const { data } = useRead(["tools"], skein.tools.list, { staleTime: Number.POSITIVE_INFINITY });
	const titles = new Map(data?.map(({ name, title }) => [name, title]));
	return (tool) => titles.get(tool) ?? spellKey(tool);
}
