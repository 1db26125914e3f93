import type { SignedReceiptState } from '@xunyun/contract/signedReceipts/states'
import type { Tone } from '../../shared/ui/StateTag.tsx'

export const receiptTones: Readonly<Record<SignedReceiptState, Tone>> = {
  toSign: 'orange',
  recovered: 'blue',
  sent: 'blue',
  received: 'blue',
  returned: 'blue',
  done: 'green',
  abnormal: 'red',
  lost: 'grey',
}
