import { languages } from '@xunyun/contract/pages'
import { GripVertical } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { RowActions } from '../../../shared/grid/RowActions.tsx'
import type { RowAction } from '../../../shared/grid/types.ts'
import { StateTag } from '../../../shared/ui/StateTag.tsx'
import styles from './Dictionary.module.css'
import { type Cell, cells, type Line } from './entriesModel.ts'

type Props = {
  readonly line: Line
  readonly mayEdit: boolean
  readonly wrong: Readonly<Partial<Record<Cell, string>>> | undefined
  /** What somebody else wrote meanwhile. */
  readonly theirs: Readonly<Partial<Record<Cell, string>>> | undefined
  readonly drop: 'before' | 'after' | undefined
  readonly actions: readonly RowAction[]
  /** Null: the order cannot be changed now. */
  readonly onMove: ((key: string, by: -1 | 1) => void) | null
  readonly onType: (key: string, cell: Cell, text: string) => void
  readonly onPaste: (key: string, cell: Cell, text: string) => void
}

/** One entry, its words side by side. */
export const EntryLine = memo(function EntryLine(props: Props) {
  const { line, mayEdit, wrong, theirs, drop, onMove, onType, onPaste } = props
  const { t } = useTranslation(['system', 'ui'])
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const down = event.key === 'ArrowDown' || (event.key === 'Enter' && !event.nativeEvent.isComposing)
    if (!down && event.key !== 'ArrowUp') return
    event.preventDefault()
    const row = event.currentTarget.closest('tr')
    const other = down ? row?.nextElementSibling : row?.previousElementSibling
    const next = other?.querySelector<HTMLInputElement>(`input[data-cell="${event.currentTarget.dataset.cell}"]`)
    next?.focus()
    next?.select()
  }
  const onPasted = (event: ClipboardEvent<HTMLInputElement>, cell: Cell) => {
    const text = event.clipboardData.getData('text/plain')
    // One word goes where the cursor is, as everywhere.
    if (!/[\t\n]/.test(text.replace(/\r?\n$/, ''))) return
    event.preventDefault()
    onPaste(line.key, cell, text)
  }
  const input = (cell: Cell) => {
    const isCode = cell === 'code'
    const missing = !isCode && cell !== 'zh' && line[cell].trim() === ''
    const stored = line.row?.[cell]
    const name = `${isCode ? t('dictionary.code') : t(`label.${cell}`)} ${line.code || line.zh}`
    return (
      <>
        <input
          className={styles.cell}
          data-cell={cell}
          data-missing={missing || undefined}
          value={line[cell]}
          readOnly={!mayEdit || (isCode && line.row !== null)}
          maxLength={isCode ? 40 : 60}
          aria-label={name}
          aria-invalid={wrong?.[cell] !== undefined || undefined}
          placeholder={missing ? line.zh : undefined}
          title={stored !== undefined && stored !== line[cell] ? t('dictionary.was', { value: stored }) : undefined}
          onChange={(event) => onType(line.key, cell, event.target.value)}
          onKeyDown={onKey}
          onPaste={(event) => onPasted(event, cell)}
        />
        {theirs?.[cell] !== undefined && (
          <span className={styles.theirs}>
            {t('ui:form.currentIs', { value: theirs[cell] || t('ui:form.empty') })}{' '}
            <button type="button" onClick={() => onType(line.key, cell, theirs[cell] ?? '')}>
              {t('ui:form.takeTheirs')}
            </button>
          </span>
        )}
        {wrong?.[cell] && (
          <span className={styles.wrong} role="alert">
            {wrong[cell]}
          </span>
        )}
      </>
    )
  }
  return (
    <tr
      data-key={line.key}
      data-off={line.row?.enabled === false || undefined}
      data-changed={line.changed || undefined}
      data-drop={drop}
    >
      <td>
        <span className={styles.first}>
          {onMove && line.row && (
            <button
              type="button"
              className={styles.grip}
              draggable
              aria-label={t('tree.move', { name: line.zh || line.code })}
              title={t('dictionary.moveKeys')}
              onKeyDown={(event) => {
                const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
                if (!event.altKey || by === 0) return
                event.preventDefault()
                onMove(line.key, by)
              }}
            >
              <GripVertical size={14} strokeWidth={1.75} aria-hidden="true" />
            </button>
          )}
          <span style={{ flex: 1 }}>{input(cells[0])}</span>
        </span>
      </td>
      {languages.map((language) => (
        <td key={language}>{input(language)}</td>
      ))}
      <td>{line.row ? t(line.row.system ? 'dictionary.systemOne' : 'dictionary.ownOne') : ''}</td>
      <td>
        {line.row && (
          <StateTag tone={line.row.enabled ? 'green' : 'grey'}>
            {t(line.row.enabled ? 'dictionary.enabled' : 'dictionary.disabled')}
          </StateTag>
        )}
      </td>
      <td className={styles.actions}>
        <RowActions actions={props.actions} reachable />
      </td>
    </tr>
  )
})
