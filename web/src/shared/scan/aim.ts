/** A code in the camera's picture: as a scanner would type it, and how far from the picture's middle, in pixels. */
export type Sight = { readonly code: string; readonly off: number }

/** Gone for that long, a code has left the picture: a hand shakes, and a blurred picture shows nothing. */
const goneMs = 1000

/**
 * Which of what the camera sees is a scan: the code nearest to the middle, once two pictures agree on it (half a barcode can
 * read as another one), and no second time while it stays in the picture — goods held still are not counted again.
 * Called with each picture, in order; answers the code to take, or null.
 */
export function newAim(): (sights: readonly Sight[], now: number) => string | null {
  const taken = new Map<string, number>()
  let doubted: { readonly code: string; readonly at: number } | null = null
  return (sights, now) => {
    for (const [code, seen] of taken) if (now - seen > goneMs) taken.delete(code)
    for (const { code } of sights) if (taken.has(code)) taken.set(code, now)
    const [nearest] = [...sights].sort((one, other) => one.off - other.off)
    if (nearest === undefined || taken.has(nearest.code)) return null
    const { code } = nearest
    const isSure = doubted?.code === code && now - doubted.at <= goneMs
    doubted = isSure ? null : { code, at: now }
    if (!isSure) return null
    taken.set(code, now)
    return code
  }
}

/**
 * What a scanner would have typed. A code that says of itself that it is GS1's (FNC1 at its beginning) keeps that mark, whatever
 * field it begins with; an EAN-13 that begins with 0 is a UPC-A, which scanners give with its 12 digits.
 */
export function asScanned(format: string, text: string, isGs1 = false): string {
  if (format === 'EAN13' && text.startsWith('0')) return text.slice(1)
  return isGs1 ? `]C1${text}` : text.trim()
}
