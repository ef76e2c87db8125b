import { useQuery } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { getMe, ProblemError } from "../api/api.ts";
import { MeProvider } from "../route/use-me.ts";
import { router } from "./router.tsx";
import { SignInPage } from "./sign-in-page.tsx";
import { UnreachablePage } from "./unreachable-page.tsx";

/** Who is here decides what is shown. */
export function App() {
	const me = useQuery({ queryKey: ["me"], queryFn: ({ signal }) => getMe({ signal }), staleTime: 60_000 });
	if (me.error instanceof ProblemError && me.error.status === 401) return <SignInPage />;
	if (me.data !== undefined) {
		return (
			<MeProvider value={me.data}>
				<RouterProvider router={router} />
			</MeProvider>
		);
	}
	if (me.error !== null) {
		return <UnreachablePage message={me.error.message} onRetry={() => void me.refetch()} />;
	}
	return null;
}
