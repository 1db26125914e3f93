import type { CodPayoutState, HandInState } from '@xunyun/contract/collections/states'
import type { Tone } from '../../shared/ui/StateTag.tsx'

export const handInTones: Readonly<Record<HandInState, Tone>> = {
  toHandIn: 'orange',
  pending: 'orange',
  counted: 'green',
  differs: 'red',
  inReview: 'orange',
  settled: 'green',
  returned: 'grey',
}
export const payoutTones: Readonly<Record<CodPayoutState, Tone>> = {
  draft: 'grey',
  pending: 'orange',
  toPay: 'orange',
  paid: 'green',
  rejected: 'red',
  void: 'grey',
  reversed: 'grey',
}
