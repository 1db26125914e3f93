import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import type { PickLineRow } from '@xunyun/contract/warehouse/shipping/picking'
import { type KeptTask, type LineNow, linesNow } from './keptPicks.ts'

/** Goods in somebody's hand, or made ready, that nobody wants any more. */
export type Stray = { readonly key: string; readonly line: PickLineRow; readonly qty: string }
export type PickEnd = {
  /** `all`: every piece was picked, and only then. */
  readonly why: 'all' | 'short' | 'intercepted' | 'cancelled' | 'takenOver'
  /** What was nowhere to be found. */
  readonly missing: string
  /** In hand and not booked: back to the shelf they were taken from. */
  readonly putBack: readonly Stray[]
  /** Booked, of an order that was stopped since: where they were made ready. */
  readonly staged: readonly Stray[]
}

const isMore = (qty: string) => compareDecimal(qty, '0') > 0

/** Goods that were taken for lines which are not to be picked any more. */
export function strayOf(kept: KeptTask): Stray[] {
  const lines = linesNow(kept)
  const known = [...lines, ...(kept.goods ?? [])]
  const isOpen = (lineId: number) => lines.some(({ id, fate }) => id === lineId && fate === 'open') && !kept.takenBy
  const isStopped = (lineId: number) => lines.every(({ id, fate }) => id !== lineId || fate === 'stopped')
  const { hand = null } = kept
  return [
    ...kept.refused.filter(({ act }) => !isOpen(act.lineId)).map(({ act }) => ({ key: act.actId, ...act })),
    ...kept.acts.filter(({ lineId }) => isStopped(lineId)).map((act) => ({ key: act.actId, ...act })),
    ...(hand !== null && !isOpen(hand.lineId) ? [{ key: 'hand', ...hand }] : []),
  ].flatMap(({ key, lineId, qty }) => {
    const line = known.find(({ id }) => id === lineId)
    return line === undefined || !isMore(qty) ? [] : [{ key, line, qty }]
  })
}

/** Goods in hand of a line that is not to be picked any more: they go back before the next ones are taken. */
export const hasStray = (kept: KeptTask): boolean => strayOf(kept).some(({ key }) => key === 'hand')

/** How a task ended for who picks it, once nothing of it is left to pick for him. */
export function endOf(kept: KeptTask): PickEnd {
  const { task } = kept
  const lines = linesNow(kept)
  // An earlier release did not say what of the shortage was covered elsewhere.
  const short = lines.reduce((sum, line) => sum.plus(shortOf(kept, line)), new Exact(task.missing ?? task.shortQty))
  const missing = short.toFixed()
  const isStopped = lines.some(({ fate }) => fate === 'stopped')
  const isGone = task.state === 'cancelled' || lines.length === 0
  return {
    why: kept.takenBy
      ? 'takenOver'
      : isStopped
        ? 'intercepted'
        : isMore(missing)
          ? 'short'
          : isGone
            ? 'cancelled'
            : 'all',
    missing,
    putBack: strayOf(kept),
    staged: lines
      .filter(({ fate, state }) => fate === 'stopped' && state === 'picked')
      .map((line) => ({ key: String(line.id), line, qty: line.qty })),
  }
}

/** What an act that the server has not answered yet leaves of a line. */
function shortOf({ acts }: KeptTask, line: LineNow): string {
  if (line.fate !== 'short') return '0'
  const taken = acts.filter(({ lineId }) => lineId === line.id).reduce((sum, { qty }) => sum.plus(qty), new Exact('0'))
  return new Exact(line.qty).minus(taken).toFixed()
}
