/** Too many wait already. */
export class NoTurn extends Error {
  override name = 'NoTurn'
}

/** Work of which `atOnce` goes on at a time; up to `waiting` more wait in the order they came, the rest is refused. */
export class Turns {
  #free: number
  readonly #waiting: number
  readonly #queue: (() => void)[] = []

  constructor(atOnce: number, waiting = Number.POSITIVE_INFINITY) {
    this.#free = atOnce
    this.#waiting = waiting
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#turn()
    try {
      return await work()
    } finally {
      const next = this.#queue.shift()
      if (next === undefined) this.#free += 1
      else next()
    }
  }

  #turn(): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free -= 1
      return undefined
    }
    if (this.#queue.length >= this.#waiting) throw new NoTurn()
    return new Promise((resolve) => this.#queue.push(resolve))
  }
}
