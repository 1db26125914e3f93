import { plateOf } from '@xunyun/contract/invoices/calls'
import type { ReckonedLine } from '@xunyun/contract/invoices/lines'
import type { ProfileRow } from '@xunyun/contract/invoices/profiles'
import { isUscc } from '@xunyun/contract/kernel/checks'
import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import { type ApplyPart, type ApplyRoute, askedOf, isFigure, type Values } from './applyLines.ts'

/** What an application lacks before it can be sent; `of`: the line, or the waybill, that it is of. */
export type ApplyGap = {
  readonly what:
    | 'parts'
    | 'seller'
    | 'title'
    | 'taxNo'
    | 'taxNoValid'
    | 'mobile'
    | 'walkInType'
    | 'route'
    | 'line'
    | 'open'
  readonly of?: string
}

export const lineName = ({ itemName, of }: Pick<ReckonedLine, 'itemName' | 'of'>): string =>
  [itemName, of].filter(Boolean).join(' · ')

type Said = Pick<Values, 'customerId' | 'sellerId' | 'type' | 'title' | 'taxNo' | 'parts' | 'routes'>

export function gapsOf(said: Said, lines: readonly ReckonedLine[], profile: ProfileRow | undefined): ApplyGap[] {
  return [
    ...(said.parts.length === 0 ? [{ what: 'parts' } as const] : []),
    ...(said.sellerId == null ? [{ what: 'seller' } as const] : []),
    ...titleGaps(said, profile),
    ...said.parts.filter(isTooMuch).map(({ waybillNo }) => ({ what: 'open' as const, of: waybillNo ?? '' })),
    ...lines
      .filter(({ gross }) => compareDecimal(gross, '0') <= 0)
      .map((line) => ({ what: 'line' as const, of: lineName(line) })),
    ...lines
      .filter((line) => line.freight && !isRouted(said.routes?.filter((route) => route.line === line.key) ?? []))
      .map((line) => ({ what: 'route' as const, of: lineName(line) })),
  ]
}

function titleGaps({ customerId, type, title, taxNo, parts }: Said, profile: ProfileRow | undefined): ApplyGap[] {
  if (customerId == null)
    return [
      ...((title ?? '').trim() === '' ? [{ what: 'title' } as const] : []),
      ...(taxNo && !isUscc(taxNo) ? [{ what: 'taxNoValid' } as const] : []),
      ...(type === 'special' && parts.length > 0 ? [{ what: 'walkInType' } as const] : []),
    ]
  if (profile === undefined) return [{ what: 'title' }]
  return [
    ...(type === 'special' && profile.taxNo === null ? [{ what: 'taxNo' } as const] : []),
    ...(type === 'special' && profile.taxNo !== null && !profile.taxNoValid ? [{ what: 'taxNoValid' } as const] : []),
    ...(profile.mobile === null ? [{ what: 'mobile' } as const] : []),
  ]
}

/** Nothing, of the other sign, or more than is open. */
function isTooMuch(part: ApplyPart): boolean {
  if (!isFigure(askedOf(part))) return true
  const [asked, open] = [new Exact(askedOf(part)), new Exact(part.open)]
  return asked.isZero() || asked.isNegative() !== open.isNegative() || asked.abs().gt(open.abs())
}

/** M34: at least one row, each whole. */
const isRouted = (routes: readonly ApplyRoute[]): boolean =>
  routes.length > 0 &&
  routes.every(
    ({ fromRegion, toRegion, tool, plateNo, goods }) =>
      fromRegion && toRegion && tool && goods && (tool !== 'road' || plateOf(plateNo ?? '') !== undefined),
  )
