import { useQuery } from '@tanstack/react-query'
import { getTransport } from '@xunyun/contract/enquiries/transport'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { q } from '../../shared/api/query.ts'
import { Facts } from '../../shared/detail/Facts.tsx'
import { RecordSheet, RecordTabs } from '../../shared/detail/RecordSheet.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useRight } from '../../shared/session/session.ts'
import { dateTime, dotted, figure, volume, weight } from '../../shared/ui/format.ts'
import { Empty } from '../../shared/ui/Notice.tsx'
import { StateTag } from '../../shared/ui/StateTag.tsx'
import { LegsTable, Strands, stateTone, stateWord, TrackTimeline } from '../waybills/index.ts'

/** One shipment: where its pieces are, the legs that carried them, what was said of it. */
export function TransportSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['enquiries', 'waybills'])
  const language = useLanguage()
  const navigate = useNavigate()
  const mayOpen = useRight('allWayBill').browse
  const transport = useQuery(q(getTransport, { id }))
  return (
    <RecordSheet
      of={transport}
      width={880}
      onClose={onClose}
      title={transport.data?.waybillNo}
      state={(one) => (
        <StateTag tone={stateTone(one)} struck={one.state === 'cancelled'}>
          {stateWord(one, language)}
        </StateTag>
      )}
      footer={({ waybillNo }) =>
        mayOpen && (
          <Button onClick={() => void navigate(pathTo('waybill', { no: waybillNo }))}>{t('transport.waybill')}</Button>
        )
      }
    >
      {(one) => (
        <>
          <Facts
            columns={3}
            facts={[
              { label: t('waybills:column.customer'), value: one.customerName ?? t('waybills:filter.walkIn') },
              { label: t('waybills:column.bizDate'), value: one.bizDate },
              { label: t('waybills:column.goodsName'), value: one.goodsName },
              { label: t('waybills:column.pieces'), value: figure(one.pieces) },
              { label: t('waybills:column.weight'), value: `${weight(one.weight)} kg` },
              { label: t('waybills:column.volume'), value: `${volume(one.volume)} m³` },
              { label: t('waybills:column.planArrive'), value: one.planArrive && dateTime(one.planArrive) },
              {
                label: t('column.signedAt'),
                value: one.signedAt && dotted(dateTime(one.signedAt), one.signer),
              },
              { label: t('transport.consignee'), value: one.consigneeCompany ?? one.consigneeName },
            ]}
          />
          <RecordTabs
            label={one.waybillNo}
            panes={[
              { key: 'way', label: t('transport.way'), pane: <Strands detail={one} /> },
              {
                key: 'legs',
                label: t('transport.legs'),
                count: one.legs.length,
                pane:
                  one.legs.length === 0 ? <Empty title={t('waybills:detail.noLegs')} /> : <LegsTable legs={one.legs} />,
              },
              { key: 'tracks', label: t('transport.tracks'), pane: <TrackTimeline waybillId={one.id} /> },
            ]}
          />
        </>
      )}
    </RecordSheet>
  )
}
