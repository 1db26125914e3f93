import type { Allowed } from '@xunyun/contract/rights'
import { Check } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { StateTag } from '../../../shared/ui/StateTag.tsx'
import styles from '../System.module.css'
import { commonOwn, effectAt, type Given, givenAt, type Owns } from './ownModel.ts'
import type { CellOf } from './RightsTable.tsx'

type Props = CellOf & {
  readonly given: Given
  readonly owns: Owns
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** Whether it holds, and by what: the roles, or a right of the user's own. */
export function OwnCell({ items, kind, title, isGroup, given, owns, isChosen, onChoose }: Props) {
  const { t } = useTranslation('system')
  const menus = items.map((item) => item.MenuID)
  const own = commonOwn(owns, menus, kind)
  const holding = items.filter((item) => effectAt(given, owns, item.MenuID)[kind]).length
  const holds = holding === items.length
  const says = holds ? t('own.holds') : holding > 0 ? t('own.some') : t('own.not')
  const from = sourceOf(own, holding > 0 && givenAt(given, menus[0] ?? 0)[kind as keyof Allowed], isGroup)
  return (
    <td className={styles.cell}>
      <button
        type="button"
        className={styles.own}
        aria-pressed={isChosen}
        aria-label={`${title} ${t(`rights.${kind}`)} ${says}${from === null ? '' : ` ${t(`own.${from}`)}`}`}
        data-cell={`${menus[0] ?? 0} ${kind}`}
        onClick={onChoose}
        onKeyDown={moveByArrows}
      >
        <span className={styles.effect} data-holds={holds || undefined}>
          {holds ? <Check size={14} strokeWidth={2} /> : holding > 0 ? `${holding}/${items.length}` : '—'}
        </span>
        {from === 'granted' && <StateTag tone="blue">{t('own.granted')}</StateTag>}
        {from === 'denied' && <StateTag tone="red">{t('own.denied')}</StateTag>}
        {from === 'byRole' && <span className={styles.byRole}>{t('own.byRole')}</span>}
      </button>
    </td>
  )
}

function sourceOf(own: boolean | null | undefined, given: boolean, isGroup: boolean) {
  if (own === true) return 'granted'
  if (own === false) return 'denied'
  return given && !isGroup ? 'byRole' : null
}

/** Arrows go from cell to cell, as in a table of figures. */
function moveByArrows(event: KeyboardEvent<HTMLButtonElement>): void {
  const cell = event.currentTarget.closest('td')
  const line = cell?.parentElement as HTMLTableRowElement | null
  if (!cell || !line) return
  const at = cell.cellIndex
  const ways: Readonly<Record<string, () => HTMLTableCellElement | undefined>> = {
    ArrowLeft: () => line.cells[at - 1],
    ArrowRight: () => line.cells[at + 1],
    ArrowUp: () => (line.previousElementSibling as HTMLTableRowElement | null)?.cells[at],
    ArrowDown: () => (line.nextElementSibling as HTMLTableRowElement | null)?.cells[at],
  }
  const next = ways[event.key]?.()
  const button = next?.querySelector('button')
  if (!button) return
  event.preventDefault()
  button.focus()
}
