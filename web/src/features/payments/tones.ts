import type { PaymentState } from '@xunyun/contract/payments/states'
import type { Tone } from '../../shared/ui/StateTag.tsx'

export const paymentTones: Readonly<Record<PaymentState, Tone>> = {
  received: 'green',
  draft: 'grey',
  pending: 'orange',
  toPay: 'orange',
  paid: 'green',
  rejected: 'red',
  void: 'grey',
  reversed: 'grey',
}
