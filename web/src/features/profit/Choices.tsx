import { type ProfitBasis, profitBases } from '@xunyun/contract/profit/calls'
import { Button, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useIsChip } from '../../shared/list/filterMode.tsx'
import { DayRangeFilter } from '../../shared/list/filters.tsx'
import type { FilterRange } from '../../shared/list/useList.ts'
import { useRight } from '../../shared/session/session.ts'
import { usual } from './asked.ts'

/** By which day, and with tax or without. */
export function BasisChoice({ value, onChange }: { value: ProfitBasis; onChange: (basis: ProfitBasis) => void }) {
  const { t } = useTranslation('profit')
  return (
    <Segmented
      value={value}
      options={profitBases.map((basis) => ({ value: basis, label: t(`basis.${basis}`) }))}
      onChange={onChange}
    />
  )
}
export function TaxChoice({ net, onChange }: { net: boolean; onChange: (net: boolean) => void }) {
  const { t } = useTranslation('profit')
  return (
    <Segmented
      value={net ? 'net' : 'gross'}
      options={(['gross', 'net'] as const).map((tax) => ({ value: tax, label: t(`tax.${tax}`) }))}
      onChange={(tax) => onChange(tax === 'net')}
    />
  )
}

/** There is always a period: it is a filter in force, to be taken away, only where it is another than this month. */
export function PeriodFilter({ value, onChange, today }: FilterRange & { today: string }) {
  const { t } = useTranslation('profit')
  const { from, to } = usual(today)
  const isUsual = value[0] === from && value[1] === to
  if (useIsChip() && isUsual) return null
  return <DayRangeFilter value={value} onChange={onChange} label={t('period')} width={284} />
}

/** 收款单, 付款单: to the form of a receipt or payment, of the company that is looked at. */
export function MoneyButtons({ companyId }: { companyId?: number | undefined }) {
  const { t } = useTranslation('profit')
  const navigate = useNavigate()
  const may = useRight('payment').edit
  const of = companyId === undefined ? '' : `&company=${companyId}`
  return (
    may &&
    (['receipt', 'payment'] as const).map((direction) => (
      <Button key={direction} onClick={() => void navigate(`${pathTo('payment')}?new=${direction}${of}`)}>
        {t(`new.${direction}`)}
      </Button>
    ))
  )
}

/** Of closed months: all, what was kept, or what is dated later. */
export function PartChoice({
  later,
  onChange,
}: {
  later: boolean | undefined
  onChange: (later: boolean | undefined) => void
}) {
  const { t } = useTranslation('profit')
  return (
    <Segmented
      value={later === undefined ? 'now' : later ? 'later' : 'kept'}
      options={(['kept', 'later', 'now'] as const).map((part) => ({
        value: part,
        label: part === 'now' ? t('now') : t(`column.${part}`),
      }))}
      onChange={(part) => onChange(part === 'now' ? undefined : part === 'later')}
    />
  )
}
