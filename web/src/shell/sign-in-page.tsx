import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { signIn } from "../api/workspace-calls.ts";
import { PrimaryButton } from "../design/buttons.tsx";
import { TextField } from "../design/fields.tsx";
import { Form, useFields } from "../design/form.tsx";
import { Mark } from "../design/mark.tsx";
import { Notice } from "../design/notice.tsx";

export function SignInPage() {
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
			await signIn(values.email.trim(), values.password);
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
