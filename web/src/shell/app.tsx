import { useQuery } from "@tanstack/react-query";
import { getMe, ProblemError } from "../api.ts";
import { SignInPage } from "./sign-in-page.tsx";
import { UnreachablePage } from "./unreachable-page.tsx";
import { Workbench } from "./workbench.tsx";

/** Who is here decides what is shown. */
export function App() {
	const me = useQuery({ queryKey: ["me"], queryFn: ({ signal }) => getMe({ signal }), staleTime: 60_000 });
	if (me.error instanceof ProblemError && me.error.status === 401) return <SignInPage />;
	if (me.data !== undefined) return <Workbench me={me.data} />;
	if (me.error !== null) {
		return <UnreachablePage message={me.error.message} onRetry={() => void me.refetch()} />;
	}
	return null;
}
