import { Mark } from "./mark.tsx";

export function SignInPage() {
	return (
		<main className="grid h-full place-items-center p-6">
			<div className="flex max-w-md flex-col gap-3">
				<Mark />
				<h1 className="text-20 font-semibold tracking-tight">Sign in to Skein</h1>
				<p className="text-ink-soft">
					Open the sign-in link that <code className="font-mono text-13">npm start</code> printed in the
					terminal. It signs in this browser and brings you back here.
				</p>
				<p className="text-13 text-ink-faint">
					Nothing was lost: your workspace is on this machine, and only the browser has forgotten you.
				</p>
			</div>
		</main>
	);
}
