import { useQuery } from '@tanstack/react-query'
import { type BindingRow, getBinding } from '@xunyun/contract/devices/bindings'
import { getDeviceHistory } from '@xunyun/contract/devices/devices'
import { wordFor } from '@xunyun/contract/dictionary'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { actButtons } from '../../shared/action/actButtons.tsx'
import { q } from '../../shared/api/query.ts'
import { Attachments } from '../../shared/detail/Attachments.tsx'
import { Facts } from '../../shared/detail/Facts.tsx'
import { RecordSheet, RecordState } from '../../shared/detail/RecordSheet.tsx'
import { useHistory } from '../../shared/detail/useHistory.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { CallLink } from '../../shared/ui/CallLink.tsx'
import { dateTime, dotted, money } from '../../shared/ui/format.ts'
import { bindingTones } from './bindingColumns.tsx'
import { Battery, objectOf, pathOfObject, placeOf } from './cells.tsx'
import styles from './Devices.module.css'
import { useDeviceHistory } from './deviceHistory.ts'
import { useBindingActs } from './useBindingActs.tsx'

/** One binding: what travels with what, who has it, its photos, and what can be done next. */
export function BindingDrawer({ id, page, onClose }: { id: number; page: 'list' | 'returns'; onClose: () => void }) {
  const { t } = useTranslation(['devices', 'ui'])
  const binding = useQuery(q(getBinding, { id }))
  const acts = useBindingActs(page)
  const history = useHistory(getDeviceHistory, useDeviceHistory())
  return (
    <>
      <RecordSheet
        of={binding}
        width={640}
        onClose={onClose}
        title={binding.data?.deviceNo ?? ''}
        state={({ state }) => <RecordState words="deviceState" of={state} tones={bindingTones} />}
        extra={({ deviceId, deviceNo }) =>
          deviceId !== null && (
            <Button type="text" onClick={() => history.open(deviceId, deviceNo)}>
              {t('ui:history.title')}
            </Button>
          )
        }
        footer={(row) => {
          const actions = acts.row(row)
          return (
            <div className={styles.actions}>
              {actButtons({ actions, primary: actions.slice(0, 1).map(({ key }) => key) })}
            </div>
          )
        }}
      >
        {(row) => (
          <>
            <BindingFacts row={row} />
            <Attachments entity="gpsBinding" entityId={id} />
          </>
        )}
      </RecordSheet>
      {acts.dialogs}
      {history.drawer}
    </>
  )
}

function BindingFacts({ row }: { row: BindingRow }) {
  const { t } = useTranslation('devices')
  const language = useLanguage()
  const moment = (at: string | null) => at && dateTime(at)
  const to = pathOfObject(row)
  return (
    <Facts
      columns={2}
      facts={[
        {
          label: t('device.objectNo'),
          value: to === undefined ? objectOf(row) : <Link to={to}>{objectOf(row)}</Link>,
        },
        { label: t('binding.plateNo'), value: row.plateNo },
        { label: t('binding.customerName'), value: row.customerName },
        { label: t('binding.holder'), value: row.holder },
        {
          label: t('binding.holderPhone'),
          value: row.holderPhone && (
            <>
              {row.holderPhone} <CallLink phone={row.holderPhone} name={row.holder ?? row.holderPhone} />
            </>
          ),
        },
        { label: t('device.deposit'), value: row.deposit && money(row.deposit) },
        { label: t('device.place'), value: placeOf(row) },
        { label: t('device.positionAt'), value: moment(row.positionAt) },
        { label: t('device.battery'), value: row.battery === null ? null : <Battery percent={row.battery} /> },
        { label: t('binding.expectedReturn'), value: moment(row.expectedReturn) },
        { label: t('binding.overdueDays'), value: row.overdueDays > 0 ? String(row.overdueDays) : null },
        { label: t('binding.returnWay'), value: wordFor('returnWay', row.returnWay, language) },
        { label: t('binding.expressNo'), value: row.expressNo },
        { label: t('binding.boundByName'), value: row.boundByName },
        { label: t('binding.boundAt'), value: moment(row.boundAt) },
        { label: t('binding.outletName'), value: row.outletName },
        { label: t('binding.remindedAt'), value: row.remindedAt && dotted(moment(row.remindedAt), row.remindedByName) },
        { label: t('binding.returnedAt'), value: moment(row.returnedAt) },
        {
          label: t('binding.condition'),
          value: row.condition && wordFor('deviceCondition', row.condition, language),
        },
      ]}
    />
  )
}
