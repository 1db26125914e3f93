import type { PriceInput, PriceRow } from '@xunyun/contract/prices/calls'
import type { TFunction } from 'i18next'
import { serverNow } from '../../shared/session/session.ts'
import { day } from '../../shared/ui/format.ts'
import type { TierDraft } from './tiers.ts'

/** The form as it is typed: `kind` says which of the ways to charge is shown; the others keep what was typed. */
export type PriceValues = Partial<Omit<PriceInput, 'tiers'>> & {
  kind?: 'unit' | 'tiers' | 'express'
  tiers?: readonly TierDraft[]
}

const given = <T>(value: T | null): T | undefined => value ?? undefined
const trim = (value: string | null): string | undefined =>
  value === null ? undefined : value.includes('.') ? value.replace(/\.?0+$/, '') : value

export function valuesOf(row: PriceRow | undefined): PriceValues {
  if (!row)
    return {
      direction: 'receivable',
      basis: 'chargeable',
      kind: 'tiers',
      weightUnit: 'kg',
      volumeRatio: '300',
      tierMode: 'whole',
      lowBreak: false,
      tiers: [],
      validFrom: day(serverNow()),
    }
  return {
    name: row.name,
    direction: row.direction,
    companyId: given(row.companyId),
    fromRegion: given(row.fromRegion),
    toRegion: given(row.toRegion),
    transMode: given(row.transMode) as PriceInput['transMode'],
    serviceType: given(row.serviceType) as PriceInput['serviceType'],
    vehicleModel: given(row.vehicleModel),
    goodsType: given(row.goodsType),
    basis: row.basis as PriceInput['basis'],
    kind: row.firstPrice !== null ? 'express' : row.tiers.length > 0 ? 'tiers' : 'unit',
    weightUnit: row.weightUnit,
    volumeRatio: trim(row.volumeRatio),
    volumeDivisor: given(row.volumeDivisor),
    unitPrice: trim(row.unitPrice),
    volumePrice: trim(row.volumePrice),
    tiers: row.tiers.map(({ from, to, price }) => ({ from: trim(from), to: trim(to), price: trim(price) })),
    tierMode: row.tierMode as PriceInput['tierMode'],
    lowBreak: row.lowBreak,
    firstQty: trim(row.firstQty),
    firstPrice: trim(row.firstPrice),
    stepQty: trim(row.stepQty),
    stepPrice: trim(row.stepPrice),
    rounding: given(row.rounding) as PriceInput['rounding'],
    minCharge: given(row.minCharge),
    maxCharge: given(row.maxCharge),
    leadDays: given(row.leadDays),
    taxRate: trim(row.taxRate),
    validFrom: row.validFrom,
    validTo: given(row.validTo),
    remark: given(row.remark),
  }
}

const tieredBases = ['weight', 'volume', 'chargeable', 'piece', 'km']

/** What is sent: of the ways to charge only the one that is shown. */
export function inputOf({ kind: chosen = 'unit', ...values }: PriceValues) {
  const basis = values.basis ?? 'chargeable'
  const kind =
    (chosen === 'tiers' && tieredBases.includes(basis)) || (chosen === 'express' && basis === 'chargeable')
      ? chosen
      : 'unit'
  const express = kind === 'express'
  return {
    ...values,
    name: values.name ?? '',
    direction: values.direction ?? 'receivable',
    basis,
    validFrom: values.validFrom ?? '',
    unitPrice: kind === 'unit' ? values.unitPrice : undefined,
    volumePrice: basis === 'greater' ? values.volumePrice : undefined,
    tiers:
      kind === 'tiers'
        ? (values.tiers ?? []).map(({ from = '0', to, price = '' }) => ({ from, to, price }))
        : undefined,
    lowBreak: kind === 'tiers' && values.lowBreak,
    volumeDivisor: express ? (values.volumeDivisor ?? 6000) : undefined,
    firstQty: express ? values.firstQty : undefined,
    firstPrice: express ? values.firstPrice : undefined,
    stepQty: express ? values.stepQty : undefined,
    stepPrice: express ? values.stepPrice : undefined,
    rounding: express ? values.rounding : undefined,
  } as PriceInput
}

/** What one unit of a basis is. */
export function unitOf(basis: string, weightUnit: 'kg' | 't', t: TFunction<'prices'>): string {
  if (basis === 'volume') return 'm³'
  if (basis === 'piece') return t('unit.pieces')
  if (basis === 'km') return t('unit.km')
  if (basis === 'waybill') return t('unit.waybill')
  if (basis === 'vehicle') return t('unit.vehicle')
  return weightUnit
}
