/** Money that moved (M20): where it lies and what it is. */

export const cashAccountKinds = ['cash', 'bank', 'alipay', 'wechat', 'draft', 'fuelCard'] as const
export type CashAccountKind = (typeof cashAccountKinds)[number]
/** Kinds to which money comes straight from the door; cash is in somebody's hands first (M47). */
export const isDoorKind = (kind: string): boolean => kind === 'wechat' || kind === 'alipay' || kind === 'bank'

/** Acts that move money (M22). */
export const moneyActs = [
  'receipt',
  'payment',
  'allocate',
  'unallocate',
  'offset',
  'refund',
  'transfer',
  'opening',
  'collect',
  'handIn',
  'handInDifference',
  'codPayout',
  'reversal',
] as const
export type MoneyAct = (typeof moneyActs)[number]
