import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getAdjustmentPath } from '@xunyun/contract/costs/adjustments'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { q } from '../../../shared/api/query.ts'
import styles from '../Costs.module.css'

/** Whom an adjustment of this amount goes to, level by level; or why nobody is. */
export function ReviewPath({ amount }: { amount: string }) {
  const { t } = useTranslation('costs')
  const asked = useDeferredValue(amount)
  const path = useQuery({
    ...q(getAdjustmentPath, { amount: asked }),
    enabled: Number(asked) !== 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const known = Number(asked) === 0 ? undefined : path.data
  return (
    <>
      <h3 className={styles.sideTitle}>{t('path.title')}</h3>
      {known?.problem ? (
        <p className={styles.problem} role="status">
          {known.problem}
        </p>
      ) : known ? (
        <ol className={styles.path}>
          {known.levels.map((names, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: levels stand in a fixed order
            <li key={at}>{t('path.level', { level: at + 1, names })}</li>
          ))}
        </ol>
      ) : (
        <p className={styles.quiet}>{t('path.none')}</p>
      )}
    </>
  )
}
