import { useQuery } from '@tanstack/react-query'
import { type AbnormalDetail, getAbnormal, getAbnormalHistory } from '@xunyun/contract/cases/abnormals'
import { wordFor } from '@xunyun/contract/dictionary'
import { arrangementPath } from '@xunyun/contract/dispatch/path'
import { getAttachments } from '@xunyun/contract/workbench/comments'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { documentPlace } from '../../documentPaths.ts'
import { pathTo } from '../../paths.ts'
import { actButtons } from '../../shared/action/actButtons.tsx'
import { useRefresh } from '../../shared/action/useRefresh.ts'
import { q } from '../../shared/api/query.ts'
import { Attachments } from '../../shared/detail/Attachments.tsx'
import { Facts } from '../../shared/detail/Facts.tsx'
import { History } from '../../shared/detail/History.tsx'
import { RecordSheet, RecordState, RecordTabs } from '../../shared/detail/RecordSheet.tsx'
import type { RowAction } from '../../shared/grid/types.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { dateTime, dotted, money } from '../../shared/ui/format.ts'
import { TripCounts } from '../dispatch/index.ts'
import styles from './Cases.module.css'
import { useAbnormalHistory } from './caseHistory.ts'
import { casePaths } from './paths.ts'
import { abnormalTones } from './tones.ts'
import { useAbnormalActs } from './useAbnormalActs.tsx'

/** One case: what happened, who is responsible, what was done, its photos and its timeline. */
export function AbnormalDrawer({ no, onClose }: { no: string; onClose: () => void }) {
  const { t } = useTranslation('cases')
  const { t: tDispatch } = useTranslation('dispatch')
  const abnormal = useQuery(q(getAbnormal, { id: undefined, no }))
  const acts = useAbnormalActs()
  const refresh = useRefresh()
  const history = useAbnormalHistory()
  const id = abnormal.data?.id ?? 0
  const [finding, setFinding] = useState<number>()
  const found = (trip: number): RowAction => ({
    key: 'bringIn',
    label: tDispatch('act.bringIn'),
    onClick: () => setFinding(trip),
  })
  const files = useQuery({ ...q(getAttachments, { entity: 'abnormal', entityId: id }), enabled: id > 0 })
  return (
    <>
      <RecordSheet
        of={abnormal}
        width={720}
        onClose={onClose}
        title={no}
        state={({ state }) => <RecordState words="abnormalState" of={state} tones={abnormalTones} />}
        footer={(one) => {
          const actions = acts.row(one)
          // Of what is missing the next step is to bring it in; its case is closed after that.
          const all = one.missingOn?.mayBringIn ? [found(one.missingOn.id), ...actions] : actions
          const [next] = all
          return next && <div className={styles.actions}>{actButtons({ actions: all, primary: [next.key] })}</div>
        }}
      >
        {(one) => (
          <RecordTabs
            label={one.abnormalNo}
            panes={[
              { key: 'facts', label: t('detail.facts'), pane: <Body abnormal={one} /> },
              {
                key: 'files',
                label: t('detail.files'),
                count: files.data?.length,
                pane: <Attachments entity="abnormal" entityId={one.id} />,
              },
              {
                key: 'history',
                label: t('detail.history'),
                pane: <History key={one.version} call={getAbnormalHistory} id={one.id} {...history} />,
              },
            ]}
          />
        )}
      </RecordSheet>
      {acts.dialogs}
      {finding !== undefined && (
        <TripCounts
          id={finding}
          what="found"
          onClose={() => {
            setFinding(undefined)
            void refresh(casePaths)
          }}
        />
      )}
    </>
  )
}

function Body({ abnormal }: { abnormal: AbnormalDetail }) {
  const { t } = useTranslation(['cases', 'waybills'])
  const language = useLanguage()
  const word = (type: Parameters<typeof wordFor>[0], code: string | null) =>
    code === null ? null : wordFor(type, code, language)
  const trip = abnormal.arrangements.find(({ id }) => id === abnormal.arrangementId)
  return (
    <Facts
      columns={3}
      facts={[
        {
          label: t('column.waybillNo'),
          value: <Link to={pathTo('waybill', { no: abnormal.waybillNo })}>{abnormal.waybillNo}</Link>,
        },
        { label: t('column.customer'), value: abnormal.customerName ?? t('waybills:filter.walkIn') },
        { label: t('waybills:column.route'), value: `${abnormal.shipperCity} → ${abnormal.consigneeCity}` },
        { label: t('column.type'), value: word('abnormalType', abnormal.type) },
        { label: t('column.pieces'), value: String(abnormal.pieces) },
        { label: t('column.loss'), value: money(abnormal.loss) },
        {
          label: t('column.happenedAt'),
          value: dotted(dateTime(abnormal.happenedAt), word('trackNode', abnormal.node)),
        },
        {
          label: t('column.responsible'),
          value: dotted(word('responsible', abnormal.responsible), abnormal.responsibleName),
        },
        ...(abnormal.missingOn
          ? [
              {
                label: t('abnormal.missingOn'),
                value: <Link to={arrangementPath('vehicle', abnormal.missingOn.id)}>{abnormal.missingOn.no}</Link>,
              },
            ]
          : []),
        { label: t('abnormal.arrangement'), value: trip && `${trip.no} ${trip.party}` },
        { label: t('column.text'), value: abnormal.text, span: 3 },
        { label: t('column.owner'), value: abnormal.ownerName ?? t('owner.none') },
        { label: t('column.dueAt'), value: abnormal.dueAt && dateTime(abnormal.dueAt) },
        { label: t('column.createdAt'), value: dotted(dateTime(abnormal.createdAt), abnormal.createdByName) },
        { label: t('column.dealing'), value: word('abnormalDealing', abnormal.dealing) },
        { label: t('column.amount'), value: abnormal.amount && money(abnormal.amount) },
        {
          label: t('column.applicationNo'),
          value: abnormal.applicationNo && (
            <>
              <Link to={documentPlace(abnormal.applicationNo)?.to ?? '.'}>{abnormal.applicationNo}</Link> ·{' '}
              {word('applicationState', abnormal.applicationState)}
            </>
          ),
        },
        { label: t('column.result'), value: abnormal.result, span: 3 },
      ]}
    />
  )
}
