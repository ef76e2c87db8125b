import { Columns } from "../shell/columns.tsx";

export function KindsPage() {
	return <Columns>{null}</Columns>;
}
