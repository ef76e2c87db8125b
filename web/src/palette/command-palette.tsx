export function CommandPalette(_props: { readonly onClose: () => void }) {
	return null;
}
