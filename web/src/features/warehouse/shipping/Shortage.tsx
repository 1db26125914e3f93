import { useQuery } from '@tanstack/react-query'
import { getShortage, type ShortageRow } from '@xunyun/contract/warehouse/shipping/notices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { q } from '../../../shared/api/query.ts'
import lines from '../../../shared/detail/Lines.module.css'
import { type Holder, ShortageTable } from '../../../shared/goods/ShortageTable.tsx'
import { useRight } from '../../../shared/session/session.ts'
import { LoadError } from '../../../shared/ui/Notice.tsx'
import { PageSkeleton } from '../../../shared/ui/Skeleton.tsx'
import { ReassignForm } from './ReassignForm.tsx'

/** What a notice lacks, why what is there can't be taken, and who holds it. */
export function Shortage({ noticeId }: { noticeId: number }) {
  const { t } = useTranslation('warehouse/shipping')
  const mayYield = useRight('outboundYield').approve
  const [asked, setAsked] = useState<{ row: ShortageRow; holder: Holder } | null>(null)
  const { data, error, refetch } = useQuery({
    ...q(getShortage, { id: noticeId }),
    staleTime: 0,
  })
  if (error) return <LoadError error={error} retry={() => void refetch()} />
  if (data === undefined) return <PageSkeleton />
  if (data.length === 0) return <p className={lines.nothing}>{t('shortage.none')}</p>
  return (
    <>
      <ShortageTable
        rows={data}
        label={t('view.shortage')}
        {...(mayYield ? { onYield: (row: ShortageRow, holder: Holder) => setAsked({ row, holder }) } : {})}
      />
      {asked && <ReassignForm noticeId={noticeId} {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}
