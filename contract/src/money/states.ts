/** Money that moved (M20): where it lies and what it is. */

export const cashAccountKinds = ['cash', 'bank', 'alipay', 'wechat', 'draft', 'fuelCard'] as const
export type CashAccountKind = (typeof cashAccountKinds)[number]

/** Acts that move money (M22). */
export const moneyActs = [
  'receipt',
  'payment',
  'allocate',
  'unallocate',
  'offset',
  'refund',
  'transfer',
  'reversal',
] as const
export type MoneyAct = (typeof moneyActs)[number]
