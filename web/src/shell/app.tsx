import { useQueryClient } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useState } from "react";
import { ProblemError } from "../../../src/client/connection.ts";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { PrimaryButton, TextButton } from "../design/buttons.tsx";
import { TextField } from "../design/fields.tsx";
import { Form, useFields } from "../design/form.tsx";
import { Mark } from "../design/mark.tsx";
import { Notice } from "../design/notice.tsx";
import { MeProvider } from "../route/use-me.ts";
import { router } from "./router.tsx";

/** Shows the pages to a signed-in person, and the sign-in form to others. */
export function App() {
	const me = useRead(["me"], skein.me, { staleTime: 60_000 });
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

function SignInPage() {
	const expired = new URLSearchParams(location.search).get("signin") === "expired";
	return (
		<main className="grid h-full place-items-center overflow-y-auto p-6">
			<div className="flex max-w-md flex-col gap-3">
				<Mark />
				<h1 className="text-20 font-semibold tracking-tight">Sign in to Skein</h1>
				{expired && (
					<Notice tone="quiet" title="That link has been used or is too old">
						A link signs in once. Stop the server and start it again to get a new one.
					</Notice>
				)}
				<p className="text-ink-soft">
					Open the sign-in link that <code className="font-mono text-13">npm start</code> printed in the
					terminal. It signs in this browser and brings you back here.
				</p>
				<PasswordSignIn />
				<p className="text-13 text-ink-faint">
					Nothing was lost: your workspace is where it was, and only the browser has forgotten you.
				</p>
			</div>
		</main>
	);
}

/** For people who reach the server from another machine. */
function PasswordSignIn() {
	const queries = useQueryClient();
	const { values, field } = useFields({ email: "", password: "" });
	const [problem, setProblem] = useState<string | null>(null);
	const [busy, setBusy] = useState(false);

	async function submit() {
		setBusy(true);
		try {
			await skein.signIn(values.email.trim(), values.password);
			await queries.invalidateQueries({ queryKey: ["me"] });
		} catch (error) {
			setProblem(error instanceof Error ? error.message : "That did not work. Try again.");
		}
		setBusy(false);
	}

	return (
		<Form
			aria-label="Sign in by password"
			onSubmit={submit}
			className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4"
		>
			<p className="text-13 text-ink-soft">Or, with a password:</p>
			{problem !== null && <Notice tone="bad" title={problem} />}
			<TextField label="E-mail address" type="email" autoComplete="username" required {...field("email")} />
			<TextField
				type="password"
				label="Password"
				autoComplete="current-password"
				required
				{...field("password")}
			/>
			<PrimaryButton type="submit" disabled={busy} className="self-start">
				Sign in
			</PrimaryButton>
		</Form>
	);
}
