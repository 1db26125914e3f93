/** A tier's reach as people write it, without words: 0–100, ≥ 1000. It ends where the next begins. */
export const bandText = ({ from, to }: { from: string; to: string | null }): string =>
  to === null ? `≥ ${Number(from)}` : `${Number(from)}–${Number(to)}`
