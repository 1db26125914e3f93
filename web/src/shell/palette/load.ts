/** The palette and the list of keys come when they are asked for. */
export const loadPalette = () => import('./Palette.tsx').then((file) => file.Palette)
export const loadKeys = () => import('./KeysDialog.tsx').then((file) => file.KeysDialog)
