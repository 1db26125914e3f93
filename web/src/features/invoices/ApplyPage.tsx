import { useQuery } from '@tanstack/react-query'
import { getInvoice, getInvoiceables } from '@xunyun/contract/invoices/calls'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { pathTo } from '../../paths.ts'
import { api } from '../../shared/api/api.ts'
import { LoadError } from '../../shared/ui/Notice.tsx'
import { PageSkeleton } from '../../shared/ui/Skeleton.tsx'
import { ApplyForm, type Made } from './ApplyForm.tsx'
import { type Values, valuesOf } from './applyLines.ts'
import styles from './Invoices.module.css'

type Begun = {
  readonly no: string
  readonly values: Values
  readonly version?: number
  readonly opinion?: string | null
}

/** Apply to invoice charges (RT-16/billApply). `?id=12` changes one, `?customerId=3` begins with a customer. */
export default function ApplyPage() {
  const { t } = useTranslation('invoices')
  const [search] = useSearchParams()
  const [turn, setTurn] = useState(0)
  const [made, setMade] = useState<Made | null>(null)
  const id = Number(search.get('id') ?? 0)
  const customerId = Number(search.get('customerId') ?? 0)
  const begun = useQuery({
    queryKey: [getInvoice.path, 'form', id],
    queryFn: async (): Promise<Begun> => {
      const invoice = await api(getInvoice, { id })
      const chargeIds = invoice.lines.flatMap(({ parts }) => parts.map(({ chargeId }) => chargeId))
      const offers = await api(getInvoiceables, { customerId: invoice.customerId ?? undefined, chargeIds })
      return { no: invoice.no, values: valuesOf(invoice, offers), version: invoice.version, opinion: invoice.opinion }
    },
    enabled: id > 0 && turn === 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (begun.isError) return <LoadError error={begun.error} retry={() => void begun.refetch()} />
  if (id > 0 && turn === 0 && !begun.data) return <PageSkeleton />
  const changed = turn === 0 ? begun.data : undefined
  return (
    <ApplyForm
      key={`${turn}-${id}-${customerId}`}
      id={changed ? id : null}
      no={changed?.no ?? ''}
      version={changed?.version ?? 0}
      initial={
        changed?.values ?? {
          ...(customerId > 0 && turn === 0 ? { customerId } : {}),
          type: 'special',
          merge: 'waybill',
          parts: [],
        }
      }
      head={
        <>
          {made && (
            <div className={styles.made} role="status">
              <b>{t(made.submitted ? 'apply.submitted' : 'apply.kept', { no: made.no })}</b>
              <Link to={`${pathTo('billApplyList')}?tab=all&q=${made.no}`}>{made.no}</Link>
            </div>
          )}
          {changed?.opinion && (
            <p className={styles.gap} role="note">
              {changed.opinion}
            </p>
          )}
        </>
      }
      onMade={(now) => {
        setMade(now)
        setTurn(turn + 1)
      }}
    />
  )
}
