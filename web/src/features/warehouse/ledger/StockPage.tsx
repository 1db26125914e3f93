import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ByItem } from './ByItem.tsx'
import { ByLocation } from './ByLocation.tsx'

const views = ['place', 'item'] as const

/** Where goods are, how many are free, and why the others are not: by location, or by owner and item (`?view=item`). */
export default function StockPage() {
  const { t } = useTranslation('warehouse/ledger')
  const [search, setSearch] = useSearchParams()
  const view = views.find((name) => name === search.get('view')) ?? 'place'
  const choose = (
    <Segmented
      aria-label={t('view.label')}
      value={view}
      options={views.map((name) => ({ value: name, label: t(`view.${name}`) }))}
      onChange={(next) => setSearch(next === 'place' ? {} : { view: next }, { replace: true })}
    />
  )
  return view === 'item' ? <ByItem choose={choose} /> : <ByLocation choose={choose} />
}
