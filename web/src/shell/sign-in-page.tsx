import { Notice } from "../design/notice.tsx";
import { Mark } from "./mark.tsx";

export function SignInPage() {
	const expired = new URLSearchParams(location.search).get("signin") === "expired";
	return (
		<main className="grid h-full place-items-center p-6">
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
				<p className="text-13 text-ink-faint">
					Nothing was lost: your workspace is on this machine, and only the browser has forgotten you.
				</p>
			</div>
		</main>
	);
}
