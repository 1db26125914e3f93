import { Exact, plainDecimal } from '@xunyun/contract/kernel/decimal'
import { figure } from './format.ts'

/** A rate as it is spoken of: a share of an amount in per cent (0.3%), a price per unit as it is (25). Beside `format.ts`, which the first load brings, for its decimals. */
export function rateText(rate: string): string {
  if (rate === '') return figure('0')
  const share = new Exact(rate)
  return share.gt(0) && share.lt(0.1)
    ? `${figure(share.times(100).toDecimalPlaces(4).toFixed())}%`
    : figure(plainDecimal(rate))
}
