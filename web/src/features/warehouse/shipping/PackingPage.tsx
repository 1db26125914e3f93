import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { late } from '../../../shared/ui/late.tsx'
import { CartonList } from './CartonList.tsx'
import { PackingList } from './PackingList.tsx'

const PackingDesk = late(() => import('./PackingDesk.tsx').then((file) => file.PackingDesk))

const views = ['notice', 'carton'] as const

/** What was picked goes into cartons: by notice, or by carton (`?view=carton`). One bench has an address: `?notice=CK…`. */
export default function PackingPage() {
  const { t } = useTranslation('warehouse/shipping')
  const [search, setSearch] = useSearchParams()
  const view = views.find((name) => name === search.get('view')) ?? 'notice'
  const opened = search.get('notice')
  const open = (no: string | null) => {
    const next = new URLSearchParams(search)
    if (no === null) next.delete('notice')
    else next.set('notice', no)
    setSearch(next, { replace: true })
  }
  const choose = (
    <Segmented
      aria-label={t('packing.view')}
      value={view}
      options={views.map((name) => ({ value: name, label: t(`packing.by.${name}`) }))}
      onChange={(next) => setSearch(next === 'notice' ? {} : { view: next }, { replace: true })}
    />
  )
  return (
    <>
      {view === 'carton' ? <CartonList choose={choose} onOpen={open} /> : <PackingList choose={choose} onOpen={open} />}
      {opened !== null && <PackingDesk key={opened} no={opened} onClose={() => open(null)} />}
    </>
  )
}
