import { useQuery } from '@tanstack/react-query'
import { type CourierRow, getCourier, getCourierHistory } from '@xunyun/contract/dispatch/courier'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { actButtons } from '../../../shared/action/actButtons.tsx'
import { q } from '../../../shared/api/query.ts'
import { Facts } from '../../../shared/detail/Facts.tsx'
import { RecordSheet, RecordState } from '../../../shared/detail/RecordSheet.tsx'
import { useComments } from '../../../shared/detail/useComments.tsx'
import { useHistory } from '../../../shared/detail/useHistory.tsx'
import { Route } from '../../../shared/grid/column.tsx'
import { dateTime, figure, money, weight } from '../../../shared/ui/format.ts'
import styles from '../Dispatch.module.css'
import { useHandedHistory } from '../handedHistory.ts'
import { courierTones, worry } from './courierColumns.tsx'
import { useCourierActs } from './useCourierActs.tsx'

/** One parcel: its facts, and what can be done next. */
export function CourierDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['handedOut', 'ui'])
  const history = useHistory(getCourierHistory, useHandedHistory())
  const talk = useComments('arrangement')
  const parcel = useQuery(q(getCourier, { id }))
  return (
    <>
      <RecordSheet
        of={parcel}
        width={640}
        onClose={onClose}
        title={t('courier.titleOf', { no: parcel.data?.courierNo ?? '' })}
        state={({ state }) => <RecordState words="courierState" of={state} tones={courierTones} struck={false} />}
        extra={({ arrangementNo }) => (
          <>
            {talk.rowAction(id, arrangementNo).map(({ key, label, onClick }) => (
              <Button key={key} type="text" onClick={onClick}>
                {label}
              </Button>
            ))}
            <Button type="text" onClick={() => history.open(id, arrangementNo)}>
              {t('ui:history.title')}
            </Button>
          </>
        )}
        footer={(one) => <Actions parcel={one} />}
      >
        {(one) => <Body parcel={one} />}
      </RecordSheet>
      {talk.sheet}
      {history.drawer}
    </>
  )
}

function Body({ parcel }: { parcel: CourierRow }) {
  const { t } = useTranslation('handedOut')
  const moment = (at: string | null) => at && dateTime(at)
  return (
    <Facts
      columns={2}
      facts={[
        { label: t('column.courier'), value: parcel.courierName },
        { label: t('column.arrangementNo'), value: parcel.arrangementNo },
        {
          label: t('column.waybillNo'),
          value: <Link to={pathTo('waybill', { no: parcel.waybillNo })}>{parcel.waybillNo}</Link>,
        },
        { label: t('column.customer'), value: parcel.customerName },
        { label: t('column.consignee'), value: `${parcel.consigneeName} ${parcel.consigneePhone}` },
        { label: t('column.route'), value: <Route from={parcel.shipperCity} to={parcel.consigneeCity} /> },
        { label: t('column.from'), value: parcel.fromName },
        { label: t('column.pieces'), value: figure(parcel.pieces) },
        { label: t('column.left'), value: figure(parcel.left) },
        { label: `${t('column.chargeWeight')} kg`, value: weight(parcel.chargeWeight) },
        { label: t('column.codAmount'), value: money(parcel.codAmount) },
        { label: t('column.expectAt'), value: moment(parcel.expectAt) },
        { label: t('column.collectedAt'), value: moment(parcel.collectedAt) },
        { label: t('column.lastAt'), value: moment(parcel.lastAt) },
        { label: t('column.abnormal'), value: parcel.abnormal ?? worry(parcel) },
        { label: t('column.remark'), value: parcel.remark ?? parcel.cancelReason },
      ]}
    />
  )
}

function Actions({ parcel }: { parcel: CourierRow }) {
  const acts = useCourierActs()
  const actions = acts.row(parcel)
  const primary = actions.slice(0, 1).map(({ key }) => key)
  return (
    <div className={styles.drawerActions}>
      {actButtons({ actions, primary })}
      {acts.dialogs}
    </div>
  )
}
