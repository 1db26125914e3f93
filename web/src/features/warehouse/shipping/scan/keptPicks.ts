import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import type { ScannedCodes } from '@xunyun/contract/warehouse/locations/scanned'
import type { PickInput, PickLineRow, PickTaskDetail } from '@xunyun/contract/warehouse/shipping/picking'
import { keptStore } from '../../../../shared/offline/keptStore.ts'

/** The line in hand, as far as it has been scanned. Quantities in base units. */
export type InHand = {
  readonly lineId: number
  /** The codes as they were read: they go to the server with the quantity. */
  readonly codes: ScannedCodes
  /** Of the goods that were scanned or tapped. */
  readonly batch: string | null
  readonly qty: string
  readonly serials: readonly string[]
}

/**
 * A task on the device: as it was fetched last, what was picked of it and not yet answered for, and what came back. It
 * outlives the page, the tab and the network; acts are sent in their order, each known by an id that the server takes
 * once (domain §0.3).
 */
export type KeptTask = {
  readonly task: PickTaskDetail
  readonly acts: readonly PickInput[]
  readonly refused: readonly { readonly act: PickInput; readonly msg: string }[]
  /** Lines that acts and the hand are of, as they were when they were picked: a line may leave the task meanwhile. */
  readonly goods?: readonly PickLineRow[]
  /** Scanned, and not finished yet. */
  readonly hand?: InHand | null
  /** Was this person's task, and was given to somebody else. */
  readonly takenBy?: string | null
}

export const keptPicks = keptStore<KeptTask>('picks', {
  no: ({ task }) => task.taskNo,
  isOver: (kept) => (kept.task.state === 'picked' || kept.task.state === 'cancelled') && !hasNews(kept),
})

/** Something to send, or to see, or goods in hand. */
export const hasNews = ({ acts, refused, hand = null }: KeptTask): boolean =>
  acts.length + refused.length > 0 || (hand !== null && compareDecimal(hand.qty, '0') > 0)

/** A line as the picker knows it: what he picked counts, whether the server has heard of it or not. */
export type LineNow = PickLineRow & {
  readonly left: string
  readonly pending: boolean
  /** What became of it, or will once the server hears of it. */
  readonly fate: 'open' | 'picked' | 'short' | 'stopped'
}

export const linesNow = ({ task, acts }: KeptTask): LineNow[] =>
  task.lines.map((line) => {
    const own = acts.filter(({ lineId }) => lineId === line.id)
    const taken = own.reduce((sum, { qty }) => sum.plus(qty), new Exact('0'))
    const isShort = own.some(({ shortReason }) => shortReason !== undefined)
    const left =
      line.state !== 'allocated' || isShort || line.intercepted ? '0' : new Exact(line.qty).minus(taken).toFixed()
    const isOpen = compareDecimal(left, '0') > 0
    const fate = line.intercepted ? 'stopped' : isOpen ? 'open' : isShort ? 'short' : 'picked'
    return { ...line, left: isOpen ? left : '0', pending: own.length > 0, fate }
  })

/** What is to be picked next, in walking order. */
export const nextLine = (lines: readonly LineNow[]): LineNow | undefined =>
  lines.find(({ left }) => compareDecimal(left, '0') > 0)
