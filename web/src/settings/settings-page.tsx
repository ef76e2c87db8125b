import { Columns } from "../shell/columns.tsx";

export function SettingsPage() {
	return <Columns>{null}</Columns>;
}
