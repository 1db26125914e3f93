import { useQuery } from '@tanstack/react-query'
import { getAdjustables } from '@xunyun/contract/costs/adjustments'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { api } from '../../../shared/api/api.ts'
import { useLeftOut } from '../../../shared/form/useLeftOut.tsx'
import { LoadError } from '../../../shared/ui/Notice.tsx'
import { PageSkeleton } from '../../../shared/ui/Skeleton.tsx'
import styles from '../Costs.module.css'
import { AdjustForm, type Made } from './AdjustForm.tsx'
import { type AdjustLine, begunWith, numberScanned } from './adjustLines.ts'

const mostNamed = 12

/**
 * Change confirmed charges, by approval. `?no=YD…,YD…` begins with these, `?no=#…` with charges by their ids; `&fee=` and `&reason=` say which
 * charge of them, and why.
 */
export default function AdjustPage() {
  const [search] = useSearchParams()
  const [turn, setTurn] = useState(0)
  const [made, setMade] = useState<Made | null>(null)
  const leftOut = useLeftOut()
  const numbers = (search.get('no') ?? '')
    .split(',')
    .map(numberScanned)
    .filter((number) => number !== '')
  const fee = search.get('fee')
  const reason = search.get('reason')
  const begun = useQuery({
    queryKey: [getAdjustables.path, 'form', numbers.join(), fee, reason],
    queryFn: async ({ signal }) => {
      const found = await api(getAdjustables, { numbers }, { signal })
      leftOut.tell(
        found.flatMap(({ number, problem }) => (problem === null ? [] : [{ cells: [number], why: problem }])),
        false,
      )
      return begunWith(
        found.filter(({ problem }) => problem === null),
        { fee, reason },
      )
    },
    enabled: numbers.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (begun.isError) return <LoadError error={begun.error} retry={() => void begun.refetch()} />
  if (numbers.length > 0 && !begun.data) return <PageSkeleton />
  const initial: readonly AdjustLine[] = turn === 0 ? (begun.data ?? []) : []
  return (
    <AdjustForm
      key={`${turn}-${numbers.join()}-${fee}`}
      name={['adjust-new', ...numbers].join('-')}
      initial={initial}
      leftOut={leftOut}
      head={made && <JustMade made={made} />}
      onMade={(now) => {
        setMade(now)
        setTurn(turn + 1)
      }}
    />
  )
}

/** What was sent last, each with its place in the list. */
function JustMade({ made: { nos, submitted } }: { made: Made }) {
  const { t } = useTranslation('costs')
  const list = `${pathTo('incOrDecList')}?tab=${submitted ? 'pending' : 'draft'}`
  return (
    <div className={styles.made} role="status">
      <b>{t(submitted ? 'adjust.submitted' : 'adjust.kept', { count: nos.length })}</b>
      {nos.slice(0, mostNamed).map((no) => (
        <Link key={no} to={`${pathTo('incOrDecList')}?tab=&q=${encodeURIComponent(no)}`}>
          {no}
        </Link>
      ))}
      {nos.length > mostNamed && <Link to={list}>{t('adjust.toList')}</Link>}
    </div>
  )
}
