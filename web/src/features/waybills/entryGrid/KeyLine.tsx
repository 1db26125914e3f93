import { useTranslation } from 'react-i18next'
import { capsOf } from '../../../shared/keys/keys.ts'
import styles from './EntryGrid.module.css'
import { entryKeys } from './useEntryKeys.ts'

/** The keys that make the difference, in one small line. */
export function KeyLine() {
  const { t } = useTranslation('waybills')
  return (
    <p className={styles.keys}>
      {entryKeys.map(({ keys, label }) => (
        <span key={keys}>
          <kbd>{capsOf(keys).join(' ')}</kbd> {t(label)}
        </span>
      ))}
    </p>
  )
}
