import type { PrintType } from '@xunyun/contract/printing/papers'

/** A batch as it is stored. */
export type Batch = {
  id: number
  type: PrintType
  way: string
  template: string | null
  template_name: string
  printer: string
  copies: number
  total: number
  done: number
  state: 'open' | 'done' | 'stopped'
  holder: string | null
  held_until: string | null
  doubt: boolean
}
