import { useQuery } from '@tanstack/react-query'
import { type CourierRow, getCourier, getCourierHistory } from '@xunyun/contract/dispatch/courier'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { q } from '../../../shared/api/query.ts'
import { Facts } from '../../../shared/detail/Facts.tsx'
import { Route } from '../../../shared/grid/column.tsx'
import { dateTime, figure, money, weight } from '../../../shared/ui/format.ts'
import { ArrangementSheet, ArrangementTabs, besideCosts } from '../ArrangementSheet.tsx'
import { useHandedHistory } from '../handedHistory.ts'
import { courierTones, worry } from './courierColumns.tsx'
import { useCourierActs } from './useCourierActs.tsx'

/** One parcel: its facts, and what can be done next. */
export function CourierDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('handedOut')
  const parcel = useQuery(q(getCourier, { id }))
  const acts = useCourierActs()
  return (
    <ArrangementSheet
      of={parcel}
      width={820}
      title={t('courier.titleOf', { no: parcel.data?.courierNo ?? '' })}
      words="courierState"
      tones={courierTones}
      history={getCourierHistory}
      says={useHandedHistory()}
      acts={{ row: (one) => besideCosts(acts.row(one)), dialogs: acts.dialogs }}
      onClose={onClose}
    >
      {(one) => (
        <ArrangementTabs id={one.id} label={one.courierNo}>
          <Body parcel={one} />
        </ArrangementTabs>
      )}
    </ArrangementSheet>
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
