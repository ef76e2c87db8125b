import type { ReactNode } from "react";

interface SettingsSectionProps {
	readonly title: string;
	readonly about?: ReactNode;
	/** The first section of a page holds the heading of the page. */
	readonly first?: boolean;
	readonly children: ReactNode;
}

export function SettingsSection({ title, about, first = false, children }: SettingsSectionProps) {
	const Heading = first ? "h1" : "h2";
	return (
		<section aria-label={title} className="flex flex-col gap-3">
			<header>
				<Heading className={first ? "text-20 font-semibold tracking-tight" : "text-14 font-semibold"}>
					{title}
				</Heading>
				{about !== undefined && <p className="text-13 text-ink-soft">{about}</p>}
			</header>
			{children}
		</section>
	);
}
