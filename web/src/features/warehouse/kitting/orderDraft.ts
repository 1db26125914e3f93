import type {
  addKitOrder,
  KitOrderDetail,
  KitOrderKind,
  PlannedReturns,
  PlannedTakes,
} from '@xunyun/contract/warehouse/kitting/kitOrders'
import type { Sending } from '../../../shared/api/api.ts'
import { numbersIn } from '../../../shared/goods/goodsLines.ts'

/** What is said of one part, as it stands in the cells. */
export type PartDraft = {
  readonly serials?: string
  /** One that went in; 0: another, typed beside. */
  readonly batchId?: number
  readonly batchNo?: string
  readonly production?: string
  readonly expiry?: string
}
export type Drafts = Readonly<Record<string, PartDraft>>

type Asked = Omit<Sending<typeof addKitOrder>, 'kind' | 'run' | 'seen' | 'parts' | 'serials'>
export type OrderValues = Asked & { serials?: string; parts?: Drafts; when: 'now' | 'later' }

export const isQty = (qty: string | undefined): qty is string => /^\d+(\.\d+)?$/.test(qty ?? '') && Number(qty) > 0

/** An order that waits, as the form takes it. */
export const valuesOf = (order: KitOrderDetail): Partial<OrderValues> => ({
  kitId: order.kitId,
  warehouseId: order.warehouseId,
  stockId: order.stockId ?? undefined,
  qty: order.qty,
  toLocationId: order.toLocationId,
  batchNo: order.batchNo ?? undefined,
  expiry: order.kind === 'assemble' ? (order.expiry ?? undefined) : undefined,
  serials: order.serials.join('\n'),
  remark: order.remark ?? undefined,
  when: 'now',
  parts: Object.fromEntries(
    order.lines.map((line) => [
      String(line.partId),
      {
        serials: line.serials.join('\n') || undefined,
        batchNo: line.batchNo ?? undefined,
        production: line.production ?? undefined,
        expiry: line.expiry ?? undefined,
        batchId: (line.batchNo ?? line.production ?? line.expiry) ? 0 : undefined,
      },
    ]),
  ),
})

/** Numbers that would be taken, until others are typed. */
export const offeredTakes = ({ serialControlled, takes, qty }: PlannedTakes): string[] =>
  serialControlled ? takes.flatMap(({ serials }) => serials).slice(0, Number(qty)) : []
/** Numbers that went in, where it is certain which come out. */
export const offeredReturns = ({ serials, qty }: PlannedReturns): string[] =>
  serials.length === Number(qty) ? serials : []

/** As the contract takes them, part by part in the order in which they are shown. */
export const toParts = (kind: KitOrderKind, lines: readonly (PlannedTakes | PlannedReturns)[], drafts: Drafts) =>
  lines.map((line) => {
    const draft = drafts[line.partId] ?? {}
    const offered = 'takes' in line ? offeredTakes(line) : offeredReturns(line)
    const serials = !line.serialControlled ? [] : draft.serials === undefined ? offered : numbersIn(draft.serials)
    if (kind === 'assemble') return { partId: line.partId, serials }
    const isTyped = draft.batchId === 0 || ('batches' in line && line.batches.length === 0)
    return {
      partId: line.partId,
      serials,
      ...(isTyped
        ? { batchNo: draft.batchNo, production: draft.production, expiry: draft.expiry }
        : { batchId: draft.batchId }),
    }
  })
