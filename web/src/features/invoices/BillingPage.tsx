import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ProfileList } from './ProfileList.tsx'
import { TaxItemList } from './TaxItemList.tsx'

const views = ['profiles', 'taxItems'] as const

/** Under which titles companies are invoiced, and what fee items are called on invoices with their rates (`?view=taxItems`). */
export default function BillingPage() {
  const { t } = useTranslation('invoices')
  const [search, setSearch] = useSearchParams()
  const view = search.get('view') === 'taxItems' ? 'taxItems' : 'profiles'
  const choose = (
    <Segmented
      aria-label={t('view.label')}
      value={view}
      options={views.map((name) => ({ value: name, label: t(`view.${name}`) }))}
      onChange={(next) => setSearch(next === 'taxItems' ? { view: next } : {}, { replace: true })}
    />
  )
  return view === 'taxItems' ? <TaxItemList choose={choose} /> : <ProfileList choose={choose} />
}
