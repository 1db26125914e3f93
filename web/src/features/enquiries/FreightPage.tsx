import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { withTexts } from '../../shared/i18n/i18n.ts'
import { useIsCustomer } from '../../shared/session/session.ts'
import { late } from '../../shared/ui/late.tsx'
import { FreightList } from './FreightList.tsx'

const OwnStatements = late(() =>
  withTexts(['statements'], import('./OwnStatements.tsx')).then((file) => file.OwnStatements),
)
const OwnInvoices = late(() => withTexts(['invoices'], import('./OwnInvoices.tsx')).then((file) => file.OwnInvoices))

const OwnPayouts = late(() => withTexts(['collections'], import('./OwnPayouts.tsx')).then((file) => file.OwnPayouts))

const views = ['waybills', 'statements', 'invoices', 'payouts'] as const

/** What waybills cost, earn, are invoiced and paid; for a customer's account its statements, invoices and COD too (`?view=statements`). */
export default function FreightPage() {
  const { t } = useTranslation('enquiries')
  const isCustomer = useIsCustomer()
  const [search, setSearch] = useSearchParams()
  if (!isCustomer) return <FreightList choose={undefined} />
  const view = views.find((name) => name === search.get('view')) ?? 'waybills'
  const choose = (
    <Segmented
      aria-label={t('own.label')}
      value={view}
      options={views.map((name) => ({ value: name, label: t(`own.${name}`) }))}
      onChange={(next) => setSearch(next === 'waybills' ? {} : { view: next }, { replace: true })}
    />
  )
  if (view === 'statements') return <OwnStatements choose={choose} />
  if (view === 'invoices') return <OwnInvoices choose={choose} />
  if (view === 'payouts') return <OwnPayouts choose={choose} />
  return <FreightList choose={choose} />
}
