import { Columns } from "../shell/columns.tsx";

export function NotesPage() {
	return <Columns>{null}</Columns>;
}
