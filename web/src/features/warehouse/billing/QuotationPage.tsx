import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ChargeList } from './ChargeList.tsx'
import { QuotationList } from './QuotationList.tsx'

const views = ['quotation', 'charge'] as const

/** What customers were quoted for their goods in the warehouse, and what they owe by it (`?view=charge`). */
export default function QuotationPage() {
  const { t } = useTranslation('warehouse/billing')
  const [search, setSearch] = useSearchParams()
  const view = views.find((name) => name === search.get('view')) ?? 'quotation'
  const choose = (
    <Segmented
      aria-label={t('view.label')}
      value={view}
      options={views.map((name) => ({ value: name, label: t(`view.${name}`) }))}
      onChange={(next) => setSearch(next === 'quotation' ? {} : { view: next }, { replace: true })}
    />
  )
  return view === 'charge' ? <ChargeList choose={choose} /> : <QuotationList choose={choose} />
}
