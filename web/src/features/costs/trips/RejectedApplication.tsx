import { useQuery } from '@tanstack/react-query'
import { getCostApplication } from '@xunyun/contract/costs/costApplications'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { q } from '../../../shared/api/query.ts'
import { SentBack } from '../SentBack.tsx'
import styles from './Trips.module.css'
import { useApplicationActs } from './useApplicationActs.tsx'

/** Over the costs of an arrangement whose application was sent back: why, and the way to mend it. */
export function RejectedApplication({ id }: { id: number }) {
  const { t } = useTranslation('tripCosts')
  const { data } = useQuery(q(getCostApplication, { id }))
  const acts = useApplicationActs()
  if (data === undefined || data.state !== 'rejected') return null
  const edit = acts.row(data).find(({ key }) => key === 'edit')
  return (
    <>
      <SentBack opinion={data.opinion} />
      {edit && (
        <div className={styles.acts}>
          <Button onClick={edit.onClick}>{t('act.mend', { no: data.no })}</Button>
        </div>
      )}
      {acts.dialogs}
    </>
  )
}
