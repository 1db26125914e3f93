import type { addInvoice, Invoiceable, InvoiceDetail } from '@xunyun/contract/invoices/calls'
import { linesOf, type Merge, type ReckonedLine } from '@xunyun/contract/invoices/lines'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { Sending } from '../../shared/api/api.ts'

/** What an application is written of, before it is sent. */

type Sent = Sending<typeof addInvoice>
export type ApplyPart = Invoiceable & { readonly amount: string; readonly asked?: string }
export type ApplyRoute = {
  readonly line: string
  readonly fromRegion?: string
  readonly toRegion?: string
  readonly tool?: string
  readonly plateNo?: string
  readonly goods?: string
}
export type Values = Omit<Partial<Sent>, 'parts' | 'routes' | 'merge'> & {
  readonly merge?: Merge
  readonly parts: readonly ApplyPart[]
  readonly routes?: readonly ApplyRoute[]
}

export const askedOf = ({ asked, open }: ApplyPart) => asked ?? open
export const isFigure = (text: string) => /^-?\d+(\.\d{1,2})?$/.test(text)

/** Lines as the server will make them; what is not a figure yet counts as nothing. */
export const reckoned = (parts: readonly ApplyPart[], merge: Merge): ReckonedLine[] =>
  linesOf(
    parts.map((part) => ({ ...part, amount: isFigure(askedOf(part)) ? askedOf(part) : '0' })),
    merge,
  )

/** 运输工具 of a waybill's 运输方式; what is sent by courier goes by road. */
const toolOf = (transMode: string | null | undefined): string =>
  transMode === 'rail' || transMode === 'water' || transMode === 'air' ? transMode : 'road'

/** Of freight lines that have no row yet what waybill and trip say; rows of lines that are gone go with them. */
export function routesFor(
  parts: readonly ApplyPart[],
  merge: Merge,
  routes: readonly ApplyRoute[],
): readonly ApplyRoute[] {
  const of = new Map(parts.map((part) => [part.chargeId, part]))
  return reckoned(parts, merge)
    .filter(({ freight }) => freight)
    .flatMap((line) => {
      const had = routes.filter((route) => route.line === line.key)
      if (had.length > 0) return had
      const made = new Map<string, ApplyRoute>()
      for (const { chargeId } of line.parts) {
        const part = of.get(chargeId)
        const tool = toolOf(part?.transMode)
        // A plate is the truck's, and nothing else is named by one.
        for (const plateNo of tool === 'road' && part?.plates.length ? part.plates : [undefined]) {
          const route = {
            line: line.key,
            fromRegion: part?.fromRegion ?? undefined,
            toRegion: part?.toRegion ?? undefined,
            tool,
            plateNo,
            goods: part?.goods || undefined,
          }
          made.set([route.fromRegion, route.toRegion, tool, plateNo].join('|'), route)
        }
      }
      return [...made.values()]
    })
}

/** As the call takes it. */
export const inputOf = ({ parts, routes = [], ...rest }: Values, submit: boolean): Sent =>
  ({
    ...rest,
    merge: rest.merge ?? 'waybill',
    parts: parts.map((part) => ({ chargeId: part.chargeId, amount: askedOf(part) })),
    routes,
    submit,
  }) as Sent

/** An application that is changed, with its charges as they stand now. */
export function valuesOf(invoice: InvoiceDetail, offers: readonly Invoiceable[]): Values {
  const asked = new Map(invoice.lines.flatMap(({ parts }) => parts.map(({ chargeId, amount }) => [chargeId, amount])))
  return {
    customerId: invoice.customerId ?? undefined,
    sellerId: offers.find(({ sellerId }) => sellerId !== null)?.sellerId ?? undefined,
    profileId: invoice.profileId ?? undefined,
    ...(invoice.customerId === null ? { title: invoice.title, taxNo: invoice.taxNo ?? undefined } : {}),
    type: invoice.type,
    merge: invoice.merge,
    withList: invoice.withList,
    recipient: invoice.recipient ?? undefined,
    mobile: invoice.mobile ?? undefined,
    email: invoice.email ?? undefined,
    remark: invoice.remark ?? undefined,
    parts: offers.map((offer) => ({ ...offer, asked: asked.get(offer.chargeId) ?? offer.open })),
    routes: invoice.lines.flatMap((line) =>
      line.routes.map(({ fromRegion, toRegion, tool, plateNo, goods }) => ({
        line: line.key,
        fromRegion: fromRegion ?? undefined,
        toRegion: toRegion ?? undefined,
        tool: tool ?? undefined,
        plateNo: plateNo ?? undefined,
        goods: goods ?? undefined,
      })),
    ),
  }
}

/**
 * Whose charges come in: the chosen seller's; where none is chosen and nothing is in, that of the first that can be put in. An application
 * is of one seller (M30).
 */
export const sellerOf = (
  chosen: number | null | undefined,
  parts: readonly ApplyPart[],
  offers: readonly Invoiceable[],
): number | undefined =>
  chosen ??
  parts[0]?.sellerId ??
  offers.find(({ problem, sellerId }) => problem === null && sellerId !== null)?.sellerId ??
  undefined

/** A new one like another: for whom, of what kind, how merged and where it goes; of its charges what is open now. */
export function copyOf(invoice: InvoiceDetail, offers: readonly Invoiceable[]): Values {
  const { parts: _, routes: __, ...head } = valuesOf(invoice, [])
  const { parts } = taken([], offers)
  return { ...head, sellerId: sellerOf(undefined, parts, []), parts, routes: routesFor(parts, invoice.merge, []) }
}

/**
 * Offers that can be put in, beside those that are in; and the others, with their reasons. Where they are merged, what would make a line
 * of nothing or less stays out too: null.
 */
export function taken(parts: readonly ApplyPart[], offers: readonly Invoiceable[], merge?: Merge) {
  const there = new Set(parts.map(({ chargeId }) => chargeId))
  const fresh = offers.filter(({ chargeId }) => !there.has(chargeId))
  const usable = fresh.filter(({ problem, open }) => problem === null && compareDecimal(open, '0') !== 0)
  const lines = merge === undefined ? [] : reckoned([...parts, ...usable], merge)
  const none = new Set(
    lines
      .filter(({ gross }) => compareDecimal(gross, '0') <= 0)
      .flatMap((line) => line.parts.map(({ chargeId }) => chargeId)),
  )
  return {
    parts: [...parts, ...usable.filter(({ chargeId }) => !none.has(chargeId))],
    left: fresh.flatMap(({ chargeId, waybillNo, feeItem, problem }) =>
      problem === null && !none.has(chargeId) ? [] : [{ waybillNo, feeItem, problem }],
    ),
  }
}
