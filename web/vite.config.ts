import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const server = process.env.SKEIN_URL ?? "http://127.0.0.1:4747";

export default defineConfig({
	root: fileURLToPath(new URL(".", import.meta.url)),
	base: "/",
	plugins: [react(), tailwindcss()],
	build: {
		outDir: fileURLToPath(new URL("../dist/web", import.meta.url)),
		emptyOutDir: true,
		target: "es2023",
		// The first browsers with light-dark(): for older ones the build would write every colour twice.
		cssTarget: ["chrome123", "firefox120", "safari17.5"],
		// An inlined asset becomes a data: URL, which the page's policy allows for images alone.
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		// Which script asks for which, so that a test can add up what a page loads first.
		manifest: "manifest.json",
	},
	server: { port: 4748, proxy: { "/api": server, "/signin": server } },
});
