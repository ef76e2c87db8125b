import { Columns } from "../shell/columns.tsx";

export function ProjectPage() {
	return <Columns>{null}</Columns>;
}
