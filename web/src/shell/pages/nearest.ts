/** Things by how near their address is to the one asked for, by the pairs of characters they share (Dice). */
export function nearest<T>(asked: string, things: readonly T[], address: (thing: T) => string): T[] {
  const wanted = pairs(asked)
  return things
    .map((thing) => ({ thing, score: likeness(wanted, pairs(address(thing))) }))
    .filter(({ score }) => score > 0.2)
    .sort((a, b) => b.score - a.score)
    .map(({ thing }) => thing)
}

const pairs = (text: string): ReadonlySet<string> => {
  const lower = text.toLowerCase()
  return new Set(Array.from({ length: Math.max(0, lower.length - 1) }, (_, at) => lower.slice(at, at + 2)))
}

const likeness = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  (2 * [...a].filter((pair) => b.has(pair)).length) / (a.size + b.size || 1)
