import { Columns } from "../shell/columns.tsx";

export function KindPage() {
	return <Columns>{null}</Columns>;
}
