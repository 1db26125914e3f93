import { useQuery } from '@tanstack/react-query'
import { getInvoice, getInvoiceables } from '@xunyun/contract/invoices/calls'
import type { Input } from '@xunyun/contract/kernel/call'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { pathTo } from '../../paths.ts'
import { api } from '../../shared/api/api.ts'
import { LoadError } from '../../shared/ui/Notice.tsx'
import { PageSkeleton } from '../../shared/ui/Skeleton.tsx'
import { ApplyForm, type Made } from './ApplyForm.tsx'
import { copyOf, type Values, valuesOf } from './applyLines.ts'
import styles from './Invoices.module.css'

type Begun = {
  readonly no: string
  readonly values: Values
  readonly version?: number
  readonly opinion?: string | null
}

/**
 * Apply to invoice charges (RT-16/billApply). `?id=12` changes one, `?copy=12` begins like one, `?customerId=3` with what is open of a
 * customer, under one `profile` of his, of it alone what is on `numbers` or a `statement`, or the `charges` themselves.
 */
export default function ApplyPage() {
  const { t } = useTranslation('invoices')
  const [search] = useSearchParams()
  const [turn, setTurn] = useState(0)
  const [made, setMade] = useState<Made | null>(null)
  const id = Number(search.get('id') ?? 0)
  const copied = Number(search.get('copy') ?? 0)
  const begin = turn === 0 ? begunWith(search) : undefined
  const from = id || copied
  const begun = useQuery({
    queryKey: [getInvoice.path, 'form', from],
    queryFn: async (): Promise<Begun> => {
      const invoice = await api(getInvoice, { id: from })
      const chargeIds = invoice.lines.flatMap(({ parts }) => parts.map(({ chargeId }) => chargeId))
      const offers = await api(getInvoiceables, { customerId: invoice.customerId ?? undefined, chargeIds })
      return id === 0
        ? { no: '', values: copyOf(invoice, offers) }
        : { no: invoice.no, values: valuesOf(invoice, offers), version: invoice.version, opinion: invoice.opinion }
    },
    enabled: from > 0 && turn === 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (begun.isError) return <LoadError error={begun.error} retry={() => void begun.refetch()} />
  if (from > 0 && turn === 0 && !begun.data) return <PageSkeleton />
  const changed = turn === 0 ? begun.data : undefined
  return (
    <ApplyForm
      key={`${turn}-${search}`}
      id={changed && id > 0 ? id : null}
      no={changed?.no ?? ''}
      version={changed?.version ?? 0}
      initial={
        changed?.values ?? {
          ...(begin?.customerId === undefined
            ? {}
            : { customerId: begin.customerId, profileId: Number(search.get('profile')) || undefined }),
          type: begin !== undefined && begin.customerId === undefined ? 'ordinary' : 'special',
          merge: 'waybill',
          parts: [],
        }
      }
      begin={begin}
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

/** What the address asks for; nothing: one begins with an empty form. */
function begunWith(search: URLSearchParams): Input<typeof getInvoiceables> | undefined {
  const numberOf = (key: string) => Number(search.get(key)) || undefined
  const namesOf = (key: string) => (search.get(key) ?? '').split(',').filter(Boolean)
  const numbers = namesOf('numbers')
  const chargeIds = namesOf('charges').map(Number)
  const customerId = numberOf('customerId')
  const statementId = numberOf('statement')
  return customerId === undefined && numbers.length === 0
    ? undefined
    : {
        customerId,
        statementId,
        ...(numbers.length > 0 ? { numbers } : {}),
        ...(chargeIds.length > 0 ? { chargeIds } : {}),
      }
}
