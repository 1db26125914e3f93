import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { CodList } from './CodList.tsx'
import { PayoutList } from './PayoutList.tsx'

const views = ['cods', 'payouts'] as const

/** COD of waybills from 待收 to 已发放, and what of it is paid to customers (`?view=payouts`, one opens with `&payout=DK…`). */
export default function CodPage() {
  const { t } = useTranslation('collections')
  const [search, setSearch] = useSearchParams()
  const view = search.get('view') === 'payouts' ? 'payouts' : 'cods'
  const choose = (
    <Segmented
      aria-label={t('view.label')}
      value={view}
      options={views.map((name) => ({ value: name, label: t(`view.${name}`) }))}
      onChange={(next) => setSearch(next === 'payouts' ? { view: next } : {}, { replace: true })}
    />
  )
  return view === 'payouts' ? <PayoutList choose={choose} /> : <CodList choose={choose} />
}
