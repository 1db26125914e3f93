import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getCostPath } from '@xunyun/contract/costs/costApplications'
import type { CostKind } from '@xunyun/contract/costs/states'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { q } from '../../../shared/api/query.ts'
import styles from './Trips.module.css'

/** Whom an application of this amount goes to, level by level; or why nobody is. */
export function ReviewPath({ kind, amount }: { kind: CostKind; amount: string }) {
  const { t } = useTranslation('costs')
  const asked = useDeferredValue(amount)
  const path = useQuery({ ...q(getCostPath, { kind, amount: asked }), placeholderData: keepPreviousData })
  if (path.data === undefined) return null
  const { levels, problem } = path.data
  return (
    <p className={problem === null ? styles.path : styles.warn} role="status">
      {problem ?? levels.map((names, at) => t('path.level', { level: at + 1, names })).join(' → ')}
    </p>
  )
}
