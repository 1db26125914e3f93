import { sql } from 'kysely'
import { clock } from './clock.ts'
import type { Db } from './db.ts'

/** Document prefixes (domain §0.8). */
const numberPrefixes = [
  'YD',
  'PC',
  'ZX',
  'KD',
  'YC',
  'TS',
  'HD',
  'HJ',
  'SJ',
  'RK',
  'CK',
  'JH',
  'YK',
  'PD',
  'BC',
  'CX',
  'ZZ',
  'BJ',
  'FY',
  'ZJ',
  'SK',
  'FK',
  'ZC',
  'KP',
  'HP',
  'DZ',
  'HZ',
  'JZ',
  'DK',
] as const
export type NumberPrefix = (typeof numberPrefixes)[number]

const documentNo = new RegExp(`^(${numberPrefixes.join('|')})\\d{11}(-\\d+)?$`)
/** It is the number of a document of ours, or of the label of one of its pieces. */
export const isDocumentNo = (typed: string): boolean => documentNo.test(typed)

const blockSize = 200
type Block = { day: string; next: number; end: number }

/**
 * Document numbers: prefix + yyMMdd (Asia/Shanghai) + 5 digits. Each process draws blocks in a short statement of its
 * own, outside the command's transaction, so that the counter row never serializes the commands; gaps are allowed.
 */
export class Numbering {
  readonly #db: Db
  readonly #blocks = new Map<NumberPrefix, Block>()
  readonly #drawing = new Map<NumberPrefix, Promise<void>>()

  constructor(db: Db) {
    this.#db = db
  }

  /** The next `count` numbers, in order. */
  async next(prefix: NumberPrefix, count = 1): Promise<string[]> {
    const numbers: string[] = []
    while (numbers.length < count) {
      const day = clock.today()
      const block = this.#blocks.get(prefix)
      if (block === undefined || block.day !== day || block.next > block.end) {
        await this.#draw(prefix, day, Math.max(blockSize, count - numbers.length))
        continue
      }
      numbers.push(`${prefix}${day.slice(2).replaceAll('-', '')}${String(block.next).padStart(5, '0')}`)
      block.next += 1
    }
    return numbers
  }

  /** One draw at a time a prefix; whoever waits looks at the block again. */
  async #draw(prefix: NumberPrefix, day: string, size: number): Promise<void> {
    const running = this.#drawing.get(prefix)
    if (running !== undefined) return running
    const drawing = (async () => {
      const drawn = await sql<{ next: number }>`
        insert into counter (prefix, day, next) values (${prefix}, ${day}, ${size + 1})
        on conflict (prefix, day) do update set next = counter.next + ${size} returning next`.execute(this.#db)
      const next = drawn.rows[0]?.next
      if (next === undefined) throw new Error('the counter gave no number')
      this.#blocks.set(prefix, { day, next: next - size, end: next - 1 })
    })()
    this.#drawing.set(prefix, drawing)
    try {
      await drawing
    } finally {
      this.#drawing.delete(prefix)
    }
  }
}
