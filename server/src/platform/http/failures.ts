import { LRUCache } from 'lru-cache'

/** Counts what failed from an address within a minute; what succeeded costs nothing, so an office behind one address signs in freely. */
export class FailuresPerMinute {
  readonly #most: number
  readonly #counts: LRUCache<string, { count: number }>

  constructor(most: number) {
    this.#most = most
    this.#counts = new LRUCache({ max: 10_000, ttl: 60_000 })
  }

  tooMany(address: string): boolean {
    return (this.#counts.get(address)?.count ?? 0) >= this.#most
  }

  add(address: string): void {
    const found = this.#counts.get(address)
    // Changed in place: the minute runs from the first.
    if (found === undefined) this.#counts.set(address, { count: 1 })
    else found.count += 1
  }
}
