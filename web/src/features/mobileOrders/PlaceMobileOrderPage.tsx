import { useQuery } from '@tanstack/react-query'
import { getMyPhoneOrders, getRecentParties } from '@xunyun/contract/mobileOrders/calls'
import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { q } from '../../shared/api/query.ts'
import { useRight, useSession } from '../../shared/session/session.ts'
import { LoadError, Notice } from '../../shared/ui/Notice.tsx'
import { PageSkeleton } from '../../shared/ui/Skeleton.tsx'
import styles from './MobileOrders.module.css'
import { MyOrders } from './MyOrders.tsx'
import { againOf, freshOrder, partyValues } from './orderValues.ts'
import { PlaceForm } from './PlaceForm.tsx'

/** For the thumb: a customer or a driver places an order and follows it. `?view=mine` lists them, `?again=12` begins with one. */
export default function PlaceMobileOrderPage() {
  const { t } = useTranslation('mobileOrders')
  const [search, setSearch] = useSearchParams()
  const mayPlace = useRight('phoneOrder').edit
  const view = search.get('view') === 'mine' ? 'mine' : 'place'
  const again = Number(search.get('again')) || null
  const show = (next: string) => setSearch(next === 'mine' ? { view: 'mine' } : {}, { replace: true })
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{t('page')}</h1>
      <div className={styles.views}>
        <Segmented
          block
          value={view}
          options={[
            { value: 'place', label: t('page.place') },
            { value: 'mine', label: t('page.mine') },
          ]}
          onChange={show}
        />
      </div>
      {view === 'mine' ? (
        <MyOrders onAgain={(id) => setSearch({ again: String(id) }, { replace: true })} onPlace={() => show('place')} />
      ) : mayPlace ? (
        <Begin key={again} again={again} onPlaced={() => show('mine')} />
      ) : (
        <Notice title={t('mayOnlyLook')} />
      )}
    </div>
  )
}

/** What the form begins with is known before it is drawn: an order of before, or where things were fetched last. */
function Begin({ again, onPlaced }: { again: number | null; onPlaced: () => void }) {
  const isCustomer = useSession((session) => session.userInfo?.scope === 'customer')
  const recent = useQuery({
    ...q(getRecentParties, {}),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const order = useQuery({
    ...q(getMyPhoneOrders, { id: again ?? 0 }),
    enabled: again !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (order.isError) return <LoadError error={order.error} retry={() => void order.refetch()} />
  // Without a network there is nothing from before, and the form is there all the same.
  if (recent.isPending || (again !== null && order.isPending)) return <PageSkeleton />
  const [before] = order.data?.rows ?? []
  // A customer has its goods fetched where they were fetched last; a driver stands somewhere else each time.
  const [shipper] = isCustomer ? (recent.data?.shippers ?? []) : []
  const initial = before ? againOf(before) : { ...freshOrder, ...(shipper ? { shipper: partyValues(shipper) } : {}) }
  return (
    <PlaceForm
      name={before ? `phone-order-again-${before.id}` : 'phone-order'}
      initial={initial}
      recent={recent.data ?? { shippers: [], consignees: [] }}
      onPlaced={onPlaced}
    />
  )
}
