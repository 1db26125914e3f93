/** Every day or month of a period in order, also those on which nothing happened; the last ones where they are too many. */
export function periods(unit: 'day' | 'month', from: string, to: string, most: number): string[] {
  const found: string[] = []
  const last = unit === 'day' ? to : to.slice(0, 7)
  const at = new Date(`${unit === 'day' ? from : `${from.slice(0, 7)}-01`}T00:00:00Z`)
  // What is typed into an address may be no day at all.
  if (Number.isNaN(at.getTime())) return found
  for (;;) {
    const name = at.toISOString().slice(0, unit === 'day' ? 10 : 7)
    if (name > last || at.getUTCFullYear() > 9000) return found.slice(-most)
    found.push(name)
    if (unit === 'day') at.setUTCDate(at.getUTCDate() + 1)
    else at.setUTCMonth(at.getUTCMonth() + 1)
  }
}
