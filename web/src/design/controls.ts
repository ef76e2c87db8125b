/** The look of the plain form controls, so that a field is a field on every page. */
export const fieldLook =
	"h-8 w-full min-w-0 rounded-md border border-line bg-surface px-2 text-13 text-ink placeholder:text-ink-faint hover:border-line-strong focus-visible:border-accent max-md:h-10 max-md:text-16";

export const areaLook =
	"min-h-20 w-full rounded-md border border-line bg-surface px-2 py-1.5 text-13 text-ink placeholder:text-ink-faint hover:border-line-strong focus-visible:border-accent max-md:text-16";

/** A value that turns into a field when it is pointed at. */
export const quietFieldLook =
	"h-7 w-full min-w-0 rounded-md border border-transparent bg-transparent px-1.5 text-13 text-ink hover:border-line hover:bg-surface focus-visible:border-accent focus-visible:bg-surface max-md:h-10 max-md:text-16";

export const primaryLook =
	"inline-flex h-8 items-center gap-1.5 rounded-md bg-accent px-3 text-13 font-medium text-on-accent hover:opacity-90 disabled:opacity-50 max-md:h-10";

export const labelLook = "text-12 font-medium text-ink-faint";

export const menuLook =
	"z-50 max-h-80 min-w-44 overflow-y-auto rounded-md border border-line bg-surface p-1 text-13 shadow-lift outline-none";

export const menuItemLook =
	"flex min-h-8 w-full items-center gap-2 rounded-md px-2 text-left text-13 outline-none data-highlighted:bg-hover data-disabled:opacity-50 max-md:min-h-10";
