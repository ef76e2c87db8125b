import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SetAside } from "./search-settings.tsx";

test("[P27] the app names each entity that could not be read, leads to it, and says what mends it", async () => {
	const entities = [
		{ id: "1", ref: "aaaaaaa1", kind: "document", title: "Damaged" },
		{ id: "2", ref: "aaaaaaa2", kind: "note", title: "Broken" },
	];
	const root = createRootRoute({ component: () => <SetAside entities={entities as never} /> });
	const router = createRouter({ routeTree: root, history: createMemoryHistory() });
	await router.load();
	const shown = renderToStaticMarkup(<RouterProvider router={router as never} />);
	expect(shown).toContain("2 entities could not be read");
	expect(shown).toContain("skein repair");
	for (const { ref, title } of entities) {
		expect(shown).toContain(`/entities/${ref}`);
		expect(shown).toContain(title);
	}
});
