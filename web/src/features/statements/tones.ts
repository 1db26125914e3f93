import type { StatementState } from '@xunyun/contract/statements/states'
import type { Tone } from '../../shared/ui/StateTag.tsx'

export const statementTones: Readonly<Record<StatementState, Tone>> = {
  draft: 'grey',
  sent: 'blue',
  disputed: 'red',
  confirmed: 'green',
  void: 'grey',
}
