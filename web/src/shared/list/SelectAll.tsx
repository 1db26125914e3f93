import { useTranslation } from 'react-i18next'
import { figure } from '../ui/format.ts'
import styles from './List.module.css'
import { type List, mostSelected } from './useList.ts'

/** Beside the count, when the whole page is selected: every row of the filter, as many as a batch takes. */
export function SelectAll({ list }: { list: Pick<List, 'total' | 'selection' | 'selecting' | 'selectAll'> }) {
  const { t } = useTranslation('ui')
  const total = list.total ?? 0
  const most = Math.min(total, mostSelected)
  if (list.selecting !== null)
    return (
      <span className={styles.selecting} role="status">
        {t('list.selecting', { found: figure(list.selecting), total: figure(most) })}
      </span>
    )
  if (list.selection.size >= most) return null
  return (
    <button type="button" className={styles.clear} onClick={() => void list.selectAll().catch(() => undefined)}>
      {t(total > mostSelected ? 'list.selectFirst' : 'list.selectAll', { number: figure(most) })}
    </button>
  )
}
