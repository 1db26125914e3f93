import { CircleX } from 'lucide-react'

/** antd makes a button of it that the Tab key stops at, behind every choice that is made; by keyboard Delete does it. */
const offTab = (sign: HTMLElement | null) => sign?.closest('button')?.setAttribute('tabindex', '-1')

/** What clears a choice, for the mouse. */
export const clearSign = {
  clearIcon: (
    <span ref={offTab}>
      <CircleX size={14} strokeWidth={1.75} />
    </span>
  ),
}
