import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ProblemError } from "../../src/client/connection.ts";
import "./design/app.css";
import { App } from "./shell/app.tsx";

const queries = new QueryClient({
	queryCache: new QueryCache({
		// A session can end at any call: reading the profile again leads to the sign-in page.
		onError: (error, query) => {
			const signedOut = error instanceof ProblemError && error.status === 401;
			if (signedOut && query.queryKey[0] !== "me") void queries.invalidateQueries({ queryKey: ["me"] });
		},
	}),
	defaultOptions: {
		queries: {
			staleTime: 10_000,
			// The server is on this machine or near: it would refuse a refused request again.
			retry: (failures, error) => failures < 2 && !(error instanceof ProblemError),
		},
	},
});

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root to draw the app in.");
createRoot(root).render(
	<StrictMode>
		<CSPProvider disableStyleElements>
			<QueryClientProvider client={queries}>
				<App />
			</QueryClientProvider>
		</CSPProvider>
	</StrictMode>,
);
