import type { Asked } from '../../platform/act.ts'
import type { Locked } from './abnormals.acts.ts'

export type Claim = {
  readonly waybillId: number | null
  readonly outletId: number
  readonly companyId: number
  readonly amount: string
  readonly reason: string
  /** Numbers that it is found by. */
  readonly words: readonly string[]
}
export type Applied = { readonly id: number; readonly no: string }

/** What cases apply for: a claim is paid to the customer, a penalty is taken from whoever is responsible. */
export type Money = {
  readonly claim: (asked: Asked, claim: Claim) => Promise<Applied>
  readonly penalty: (
    asked: Asked,
    penalty: Locked & { readonly amount: string; readonly reason: string },
  ) => Promise<Applied>
}

export const moneyOf = (_: unknown): Money => ({
  claim: () => Promise.reject(new Error('not yet')),
  penalty: () => Promise.reject(new Error('not yet')),
})
