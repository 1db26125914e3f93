import { CircleHelp } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { money, weight } from '../../../shared/ui/format.ts'
import { type Column, type EntryRow, isCell, isFigure, isParty, shownIn, textOf } from './cells.ts'
import styles from './EntryGrid.module.css'
import type { Quoted } from './useFreights.ts'
import type { Complaints, Validated } from './validate.ts'

type Props = {
  readonly row: EntryRow
  readonly number: number
  readonly columns: readonly Column[]
  readonly judged: Validated
  readonly complaints: Complaints
  /** What is missing in the row being typed is not said yet. */
  readonly patient: boolean
  readonly quoted: Quoted
  /** Marked columns, both ends included. */
  readonly from: number
  readonly to: number
  readonly queued: boolean
  readonly doubtful: boolean
  readonly current: Column | null
  readonly editor: ReactNode
}

/** What is wrong with a cell, as far as it is to be said now. */
export const complaintAt = (row: EntryRow, column: Column, complaints: Complaints, patient: boolean) =>
  isCell(column) && !(patient && textOf(row, column) === '') ? complaints.get(column) : undefined

/** A party as it was understood, part by part. */
function takenApart({ resolved }: Validated, column: Column): string | undefined {
  const party = isParty(column) ? resolved[column] : undefined
  if (party === undefined || party === 'asking') return undefined
  return [party.name, party.phone, party.company, party.regionName, party.address].filter(Boolean).join(' · ')
}

/** A waybill of the grid; drawn anew only when something of it has changed. */
export const EntryLine = memo(function EntryLine(props: Props) {
  const { row, columns, judged, complaints, queued, doubtful } = props
  const { t } = useTranslation('waybills')
  const language = useLanguage()
  const calculated = (column: 'chargeWeight' | 'receivable'): { text: string; usual?: boolean; title?: string } => {
    const { quoted } = props
    if (judged.asked === null) return { text: '' }
    if (quoted === undefined) return { text: '…' }
    if (quoted === null) return column === 'receivable' ? { text: '—', title: t('price.noRate') } : { text: '—' }
    return { text: column === 'receivable' ? money(quoted.amount) : weight(quoted.chargeWeight) }
  }
  const whole = complaints.get('row')
  return (
    <tr
      data-key={row.key}
      data-queued={queued || undefined}
      data-doubtful={doubtful || undefined}
      aria-rowindex={props.number + 1}
      aria-busy={queued || undefined}
    >
      <th
        scope="row"
        className={styles.number}
        data-wrong={whole !== undefined || undefined}
        title={doubtful ? t('grid.doubtful') : whole}
      >
        {doubtful && !queued ? (
          <CircleHelp size={14} strokeWidth={1.75} aria-label={t('grid.doubtful')} />
        ) : (
          props.number
        )}
      </th>
      {columns.map((column, x) => {
        const shown = isCell(column) ? shownIn(row, column, judged.resolved, language) : calculated(column)
        const wrong = complaintAt(row, column, complaints, props.patient)
        const more = 'title' in shown ? shown.title : takenApart(judged, column)
        const title = wrong ?? more ?? (shown.text || undefined)
        const marked = x >= props.from && x <= props.to
        return (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid may be selected; it is one without saying so
          <td
            key={column}
            data-column={column}
            data-figure={isFigure(column) || undefined}
            data-usual={shown.usual || undefined}
            data-calculated={!isCell(column) || undefined}
            data-wrong={wrong !== undefined || undefined}
            data-asking={(isCell(column) && judged.resolved[column as 'customer'] === 'asking') || undefined}
            data-current={props.current === column || undefined}
            aria-selected={marked}
            aria-readonly={!isCell(column) || queued || doubtful || undefined}
            aria-invalid={wrong !== undefined || undefined}
            title={title}
          >
            {props.current === column ? props.editor : shown.text}
          </td>
        )
      })}
    </tr>
  )
})
