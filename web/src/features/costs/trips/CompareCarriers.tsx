import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { compareCarriers } from '@xunyun/contract/costs/lines'
import { Button } from 'antd'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sending } from '../../../shared/api/api.ts'
import { q } from '../../../shared/api/query.ts'
import { LinesTable, Two } from '../../../shared/detail/LinesTable.tsx'
import { figure, money } from '../../../shared/ui/format.ts'
import styles from './Trips.module.css'

type Props = {
  /** The way and the cargo; null while they are not chosen. */
  readonly of: Sending<typeof compareCarriers> | null
  /** Of several ways on a page the one that is priced. */
  readonly about?: string
  readonly value: number | undefined
  readonly onTake: (companyId: number) => void
}

/** 比价: every carrier with a rate in force for this way and cargo, the cheapest first; one click takes it. */
export function CompareCarriers({ of, about, value, onTake }: Props) {
  const { t } = useTranslation('tripCosts')
  const asked = useDeferredValue(of)
  const found = useQuery({
    ...q(compareCarriers, asked as Sending<typeof compareCarriers>),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  })
  const offers = asked === null ? [] : (found.data ?? [])
  return (
    <section className={styles.compare}>
      <h3 className={styles.title}>{[t('compare.title'), about].filter(Boolean).join(' · ')}</h3>
      <LinesTable
        label={t('compare.title')}
        rows={offers}
        keyOf={({ companyId }) => companyId}
        none={t(asked === null ? 'compare.choose' : 'compare.none')}
        columns={[
          [
            t('compare.carrier'),
            ({ name, priceName, timesUsed }) => (
              <Two first={name} below={`${priceName} · ${t('compare.used', { count: timesUsed })}`} />
            ),
          ],
          [t('compare.amount'), ({ amount }) => <b>{money(amount)}</b>, 'right'],
          [t('compare.leadDays'), ({ leadDays }) => figure(leadDays), 'right'],
          [t('compare.onTime'), ({ onTime }) => figure(onTime), 'right'],
          [t('compare.lastPaid'), ({ lastPaid }) => lastPaid && money(lastPaid), 'right'],
          [
            null,
            ({ companyId, name }) => (
              <Button
                size="small"
                disabled={companyId === value}
                aria-label={`${t('proposal.take')} ${name}`}
                onClick={() => onTake(companyId)}
              >
                {t(companyId === value ? 'compare.taken' : 'proposal.take')}
              </Button>
            ),
          ],
        ]}
      />
    </section>
  )
}
