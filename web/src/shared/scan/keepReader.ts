/** Brings what reading codes from the camera needs onto the device, for pages that work without the network. */
export const keepReader = (): Promise<void> => import('./codeReader.ts').then(({ fetchReader }) => fetchReader())
