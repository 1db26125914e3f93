import { useInfiniteQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { cancelMyPhoneOrder, getMyPhoneOrders, type MyPhoneOrder } from '@xunyun/contract/mobileOrders/calls'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useAction } from '../../shared/action/useAction.ts'
import { api } from '../../shared/api/api.ts'
import { Route } from '../../shared/grid/column.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useRight } from '../../shared/session/session.ts'
import { confirm } from '../../shared/ui/confirm.ts'
import { dateTime, figure } from '../../shared/ui/format.ts'
import { Empty, LoadError } from '../../shared/ui/Notice.tsx'
import { PageSkeleton } from '../../shared/ui/Skeleton.tsx'
import { StateTag } from '../../shared/ui/StateTag.tsx'
import { TimeAgo } from '../../shared/ui/TimeAgo.tsx'
import styles from './MobileOrders.module.css'
import { orderTones, remarkOf } from './orderColumns.tsx'
import { orderPaths } from './useOrderActs.tsx'

const pageSize = 20

/** My orders, the latest first: where each stands, the waybill it became, and the same again. */
export function MyOrders({ onAgain, onPlace }: { onAgain: (id: number) => void; onPlace: () => void }) {
  const { t } = useTranslation(['mobileOrders', 'common'])
  const mayPlace = useRight('phoneOrder').edit
  const orders = useInfiniteQuery({
    queryKey: [getMyPhoneOrders.path, 'mine'],
    queryFn: ({ pageParam, signal }) =>
      api(getMyPhoneOrders, { pageSize, after: pageParam ?? undefined }, { signal, quiet: true }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
  const cancel = useAction(cancelMyPhoneOrder, { success: t('cancelled'), refresh: orderPaths })
  const ask = async (order: MyPhoneOrder) => {
    const yes = await confirm({
      title: t('cancel.title', { what: order.orderNo }),
      text: t('cancel.mine'),
      yes: t('act.cancel'),
      danger: true,
    })
    if (yes) await cancel.run({ id: order.id })
  }
  if (orders.isPending) return <PageSkeleton />
  if (orders.isError) return <LoadError error={orders.error} retry={() => void orders.refetch()} />
  const rows = orders.data.pages.flatMap((page) => page.rows)
  if (rows.length === 0)
    return (
      <Empty title={t('noneYet')}>
        {mayPlace && (
          <Button type="primary" onClick={onPlace}>
            {t('page.place')}
          </Button>
        )}
      </Empty>
    )
  return (
    <div className={styles.body}>
      <ul className={styles.orders} aria-label={t('page.mine')}>
        {rows.map((order) => (
          <li key={order.id} aria-label={order.orderNo}>
            <Card order={order} />
            <div className={styles.cardActions}>
              {order.mayCancel && (
                <Button danger loading={cancel.pending} onClick={() => void ask(order).catch(() => undefined)}>
                  {t('act.cancel')}
                </Button>
              )}
              {mayPlace && <Button onClick={() => onAgain(order.id)}>{t('act.again')}</Button>}
            </div>
          </li>
        ))}
      </ul>
      {orders.hasNextPage && (
        <Button block type="text" loading={orders.isFetchingNextPage} onClick={() => void orders.fetchNextPage()}>
          {t('older')}
        </Button>
      )}
    </div>
  )
}

function Card({ order }: { order: MyPhoneOrder }) {
  const { t } = useTranslation('mobileOrders')
  const language = useLanguage()
  const mayLook = useRight('allWayBill').browse
  const said = remarkOf(order, language)
  const facts = [
    `${order.goodsName} × ${figure(order.pieces)}`,
    order.weight !== null && `${figure(String(Number(order.weight)))} kg`,
    order.photos > 0 && t('photoCount', { count: order.photos }),
  ]
  return (
    <>
      <div className={styles.line}>
        <b>{order.orderNo}</b>
        <StateTag tone={orderTones[order.state]} struck={order.state === 'cancelled'}>
          {wordFor('phoneOrderState', order.state, language)}
        </StateTag>
      </div>
      <div className={styles.line}>
        <span>
          <Route from={order.shipperCity ?? '—'} to={order.consigneeCity ?? '—'} />
        </span>
        <small>
          <TimeAgo at={order.placedAt} />
        </small>
      </div>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      <p className={styles.quiet}>
        {[order.consignee.name, order.consignee.phone, order.consignee.address].filter(Boolean).join(' ')}
      </p>
      {said !== '' && <p className={styles.quiet}>{said}</p>}
      {order.planPickup !== null && (
        <p className={styles.quiet}>
          {t('field.planPickup')} {dateTime(order.planPickup)}
        </p>
      )}
      {order.waybillNo !== null && (
        <p className={styles.waybill}>
          {t('field.waybillNo')}{' '}
          {mayLook ? (
            <Link to={pathTo('waybill', { no: order.waybillNo })}>{order.waybillNo}</Link>
          ) : (
            <b>{order.waybillNo}</b>
          )}
        </p>
      )}
      {order.cancelReason !== null && (
        <p className={styles.quiet}>
          {t('field.cancelReason')} {order.cancelReason}
        </p>
      )}
    </>
  )
}
