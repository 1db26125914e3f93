import { wordFor } from '@xunyun/contract/dictionary'
import { useTranslation } from 'react-i18next'
import table from '../../../shared/detail/Lines.module.css'
import { type LinesColumn, Two } from '../../../shared/detail/LinesTable.tsx'
import { useMessages } from '../../../shared/form/FormFrame.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { dotted, figure } from '../../../shared/ui/format.ts'
import styles from './Kitting.module.css'

/** What stands against one part, at its place among those that were sent; without a field, against all of it. */
export function Wrong({ at, field }: { at: number; field: string }) {
  const mine = useMessages().filter(
    ({ name: [root, index, cell] }) => root === 'parts' && index === at && cell === field,
  )
  return mine.map(({ errors: [error] }) => (
    <div key={error} className={styles.wrong} role="alert">
      {error}
    </div>
  ))
}

type Part = {
  readonly itemNo: string
  readonly name: string
  readonly qtyPer: string
  readonly qty: string
  readonly baseUnit: string
}

/** Which part, how many of it a set has, and how many are needed. */
export function usePartColumns(qtyTitle: string): readonly LinesColumn<Part>[] {
  const { t } = useTranslation('warehouse/kitting')
  const language = useLanguage()
  return [
    [t('field.part'), (line) => <Two first={line.itemNo} below={line.name} />],
    [t('field.qtyPer'), (line) => figure(line.qtyPer), 'right'],
    [
      qtyTitle,
      (line) => (
        <>
          {figure(line.qty)} <span className={table.quiet}>{wordFor('unit', line.baseUnit, language)}</span>
        </>
      ),
      'right',
    ],
  ]
}

type Place = {
  readonly locationCode: string
  readonly qty: string
  readonly containerCode: string | null
  readonly batchNo: string
  readonly expiry: string | null
}

/** From where, or to where, how much of a part goes. */
export const Places = ({ of }: { of: readonly Place[] }) => (
  <ul className={styles.takes}>
    {of.map((place, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: places stand in a fixed order
      <li key={at}>
        {place.locationCode} × {figure(place.qty)}{' '}
        <small>{dotted(place.containerCode, place.batchNo, place.expiry)}</small>
      </li>
    ))}
  </ul>
)
