import type { AbnormalState, ComplaintState } from '@xunyun/contract/cases/states'
import type { Tone } from '../../shared/ui/StateTag.tsx'

export const abnormalTones: Readonly<Record<AbnormalState, Tone>> = { open: 'red', handling: 'orange', closed: 'green' }
export const complaintTones: Readonly<Record<ComplaintState, Tone>> = {
  open: 'red',
  handling: 'orange',
  followUp: 'blue',
  done: 'green',
  reopened: 'red',
}
