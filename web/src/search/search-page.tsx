import { Columns } from "../shell/columns.tsx";

export function SearchPage() {
	return <Columns>{null}</Columns>;
}
