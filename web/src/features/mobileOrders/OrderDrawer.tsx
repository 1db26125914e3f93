import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import {
  getPhoneOrder,
  getPhoneOrderHistory,
  type OrderParty,
  type PhoneOrderDetail,
} from '@xunyun/contract/mobileOrders/calls'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { actButtons } from '../../shared/action/actButtons.tsx'
import { apiHost } from '../../shared/api/api.ts'
import { q } from '../../shared/api/query.ts'
import { Facts } from '../../shared/detail/Facts.tsx'
import { RecordSheet, RecordState } from '../../shared/detail/RecordSheet.tsx'
import { useComments } from '../../shared/detail/useComments.tsx'
import { useHistory } from '../../shared/detail/useHistory.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useSession } from '../../shared/session/session.ts'
import { CallLink } from '../../shared/ui/CallLink.tsx'
import { dateTime, figure, volume, weight } from '../../shared/ui/format.ts'
import { TimeAgo } from '../../shared/ui/TimeAgo.tsx'
import { useIsPhone } from '../../shared/ui/useDevice.ts'
import styles from './MobileOrders.module.css'
import { orderTones, remarkOf } from './orderColumns.tsx'
import { useOrderHistory } from './orderHistory.ts'
import { useOrderActs } from './useOrderActs.tsx'

/** One order: who wants what taken where, its photos, and the next step. */
export function OrderDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['mobileOrders', 'ui'])
  const isCustomer = useSession((session) => session.userInfo?.scope === 'customer')
  const isPhone = useIsPhone()
  const history = useHistory(getPhoneOrderHistory, useOrderHistory())
  const talk = useComments('phoneOrder')
  const order = useQuery(q(getPhoneOrder, { id }))
  const { data } = order
  return (
    <>
      <RecordSheet
        of={order}
        width={640}
        onClose={onClose}
        title={data?.orderNo}
        state={({ state }) => <RecordState words="phoneOrderState" of={state} tones={orderTones} />}
        extra={(data) =>
          !isCustomer && (
            <>
              {/* On a phone the row has it: the head holds number and state. */}
              {(isPhone ? [] : talk.rowAction(id, data.orderNo)).map(({ key, label, onClick }) => (
                <Button key={key} type="text" onClick={onClick}>
                  {label}
                </Button>
              ))}
              <Button type="text" onClick={() => history.open(id, data.orderNo)}>
                {t('ui:history.title')}
              </Button>
            </>
          )
        }
        footer={(order) => order.actions.length > 0 && <Actions order={order} />}
      >
        {(order) => <Body order={order} />}
      </RecordSheet>
      {talk.sheet}
      {history.drawer}
    </>
  )
}

function Body({ order }: { order: PhoneOrderDetail }) {
  const { t } = useTranslation('mobileOrders')
  const language = useLanguage()
  const word = (type: 'orderChannel' | 'package' | 'deliveryWay' | 'payMethod', code: string | null) =>
    code === null ? null : wordFor(type, code, language)
  const caller = (
    <span className={styles.caller}>
      {[order.callerName, order.callerPhone].filter(Boolean).join(' ')}
      <CallLink phone={order.callerPhone} name={order.callerName ?? order.orderNo} />
    </span>
  )
  return (
    <>
      <Facts
        columns={3}
        facts={[
          { label: t('field.customer'), value: order.customerName ?? t('walkIn') },
          { label: t('field.caller'), value: caller },
          { label: t('field.channel'), value: word('orderChannel', order.channel) },
          { label: t('field.placedAt'), value: <TimeAgo at={order.placedAt} /> },
          { label: t('field.planPickup'), value: order.planPickup && dateTime(order.planPickup) },
          { label: t('field.outlet'), value: order.outletName },
          { label: t('field.acceptedBy'), value: order.acceptedByName },
          order.waybillNo !== null && {
            label: t('field.waybillNo'),
            value: <Link to={pathTo('waybill', { no: order.waybillNo })}>{order.waybillNo}</Link>,
          },
          order.cancelReason !== null && { label: t('field.cancelReason'), value: order.cancelReason, span: 2 },
        ]}
      />
      <div className={styles.sides}>
        <Party title={t('side.shipper')} party={order.shipper} />
        <Party title={t('side.consignee')} party={order.consignee} />
      </div>
      <Facts
        columns={3}
        facts={[
          { label: t('field.goodsName'), value: order.goodsName },
          { label: t('field.package'), value: word('package', order.package) },
          { label: t('field.pieces'), value: figure(order.pieces) },
          { label: `${t('field.weight')} kg`, value: order.weight && weight(order.weight) },
          { label: `${t('field.volume')} m³`, value: order.volume && volume(order.volume) },
          { label: t('field.deliveryWay'), value: word('deliveryWay', order.deliveryWay) },
          { label: t('field.payMethod'), value: word('payMethod', order.payMethod) },
          { label: t('field.remark'), value: remarkOf(order, language), span: 2 },
        ]}
      />
      {order.files.length > 0 && (
        <ul className={styles.photos} aria-label={t('field.photos')}>
          {order.files.map((file) => (
            <li key={file.FileID}>
              <a href={apiHost + file.Url} target="_blank" rel="noreferrer">
                <img src={apiHost + file.Url} alt={file.Name} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Party({ title, party }: { title: string; party: OrderParty }) {
  const { t } = useTranslation('mobileOrders')
  const who = [party.name, party.phone, party.company].filter(Boolean).join(' · ')
  const where = [party.regionName, party.address].filter(Boolean).join(' ')
  return (
    <section>
      <h3>{title}</h3>
      {who === '' && where === '' ? (
        <p className={styles.quiet}>{t('unknown')}</p>
      ) : (
        <>
          <p>{who || '—'}</p>
          <p className={styles.quiet}>{where || '—'}</p>
        </>
      )}
    </section>
  )
}

function Actions({ order }: { order: PhoneOrderDetail }) {
  const acts = useOrderActs()
  const actions = acts.row(order)
  const [first] = actions
  return (
    <div className={styles.actions}>
      {actButtons({ actions, primary: first && !first.danger ? [first.key] : [] })}
      {acts.dialogs}
    </div>
  )
}
