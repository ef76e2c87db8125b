import { RouterProvider } from "@tanstack/react-router";
import { getMe, ProblemError } from "../api/api.ts";
import { useRead } from "../api/use-read.ts";
import { TextButton } from "../design/buttons.tsx";
import { Mark } from "../design/mark.tsx";
import { MeProvider } from "../route/use-me.ts";
import { router } from "./router.tsx";
import { SignInPage } from "./sign-in-page.tsx";

/** Shows the pages to a signed-in person, and the sign-in form to others. */
export function App() {
	const me = useRead(["me"], getMe, { staleTime: 60_000 });
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

function UnreachablePage({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) {
	return (
		<main className="grid h-full place-items-center p-6">
			<div className="flex max-w-md flex-col items-start gap-3">
				<Mark />
				<h1 className="text-20 font-semibold tracking-tight">Skein does not answer</h1>
				<p className="text-ink-soft">
					{message} Nothing was lost. Check that <code className="font-mono text-13">npm start</code> is still
					running, then try again.
				</p>
				<TextButton onClick={onRetry}>Try again</TextButton>
			</div>
		</main>
	);
}
