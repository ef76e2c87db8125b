import { Shapes } from "lucide-react";
import type { CSSProperties } from "react";
import { kindIcons } from "./kind-icons.ts";
import { useKinds } from "./use-kinds.ts";

interface KindIconProps {
	readonly kind: string;
	readonly size?: number;
	/** Names the kind to screen readers; leave it out where text next to the icon already does. */
	readonly named?: boolean;
}

export function KindIcon({ kind, size = 15, named = false }: KindIconProps) {
	const { icon, hue, label } = useKinds()(kind);
	const Icon = kindIcons[icon] ?? Shapes;
	return (
		<span
			className="hued inline-grid shrink-0 place-items-center text-hue-ink"
			style={{ "--hue": hue } as CSSProperties}
			title={label}
		>
			<Icon aria-hidden size={size} strokeWidth={1.75} />
			{named && <span className="sr-only">{label}: </span>}
		</span>
	);
}
