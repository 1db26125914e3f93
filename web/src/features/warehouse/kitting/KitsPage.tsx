import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { KitList } from './KitList.tsx'
import { KitOrderList } from './KitOrderList.tsx'

const views = ['kit', 'order'] as const

/** Sets of goods: what they are made of, or the orders that make them and take them apart (`?view=order`). */
export default function KitsPage() {
  const { t } = useTranslation('warehouse/kitting')
  const [search, setSearch] = useSearchParams()
  const view = views.find((name) => name === search.get('view')) ?? 'kit'
  const choose = (
    <Segmented
      aria-label={t('view.label')}
      value={view}
      options={views.map((name) => ({ value: name, label: t(`view.${name}`) }))}
      onChange={(next) => setSearch(next === 'kit' ? {} : { view: next }, { replace: true })}
    />
  )
  return view === 'order' ? <KitOrderList choose={choose} /> : <KitList choose={choose} />
}
