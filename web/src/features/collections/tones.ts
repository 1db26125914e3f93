import type { HandInState } from '@xunyun/contract/collections/states'
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
