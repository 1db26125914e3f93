import { useQuery } from '@tanstack/react-query'
import { type ComplaintDetail, getComplaint, getComplaintHistory } from '@xunyun/contract/cases/complaints'
import { wordFor } from '@xunyun/contract/dictionary'
import { getAttachments } from '@xunyun/contract/workbench/comments'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { actButtons } from '../../shared/action/actButtons.tsx'
import { q } from '../../shared/api/query.ts'
import { Attachments } from '../../shared/detail/Attachments.tsx'
import { Facts } from '../../shared/detail/Facts.tsx'
import { History } from '../../shared/detail/History.tsx'
import { RecordSheet, RecordState, RecordTabs } from '../../shared/detail/RecordSheet.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { dateTime, dotted, money } from '../../shared/ui/format.ts'
import styles from './Cases.module.css'
import { useComplaintHistory } from './caseHistory.ts'
import { complaintTones } from './tones.ts'
import { useComplaintActs } from './useComplaintActs.tsx'

/** One complaint: what about, the answer, how satisfied, its papers and its timeline. */
export function ComplaintDrawer({ no, onClose }: { no: string; onClose: () => void }) {
  const { t } = useTranslation('cases')
  const complaint = useQuery(q(getComplaint, { id: undefined, no }))
  const acts = useComplaintActs()
  const history = useComplaintHistory()
  const id = complaint.data?.id ?? 0
  const files = useQuery({ ...q(getAttachments, { entity: 'complaint', entityId: id }), enabled: id > 0 })
  return (
    <>
      <RecordSheet
        of={complaint}
        width={720}
        onClose={onClose}
        title={no}
        state={({ state }) => <RecordState words="complaintState" of={state} tones={complaintTones} />}
        footer={(one) => {
          const actions = acts.row(one)
          const [next] = actions
          return next && <div className={styles.actions}>{actButtons({ actions, primary: [next.key] })}</div>
        }}
      >
        {(one) => (
          <RecordTabs
            label={one.complaintNo}
            panes={[
              { key: 'facts', label: t('detail.facts'), pane: <Body complaint={one} /> },
              {
                key: 'files',
                label: t('detail.files'),
                count: files.data?.length,
                pane: <Attachments entity="complaint" entityId={one.id} />,
              },
              {
                key: 'history',
                label: t('detail.history'),
                pane: <History key={one.version} call={getComplaintHistory} id={one.id} {...history} />,
              },
            ]}
          />
        )}
      </RecordSheet>
      {acts.dialogs}
    </>
  )
}

function Body({ complaint }: { complaint: ComplaintDetail }) {
  const { t } = useTranslation('cases')
  const language = useLanguage()
  const word = (type: Parameters<typeof wordFor>[0], code: string | null) =>
    code === null ? null : wordFor(type, code, language)
  return (
    <Facts
      columns={3}
      facts={[
        { label: t('complaint.complainant'), value: complaint.complainant },
        { label: t('complaint.phone'), value: <a href={`tel:${complaint.phone}`}>{complaint.phone}</a> },
        { label: t('column.customer'), value: complaint.customerName },
        {
          label: t('column.waybillNo'),
          value: complaint.waybillNo && (
            <Link to={pathTo('waybill', { no: complaint.waybillNo })}>{complaint.waybillNo}</Link>
          ),
        },
        { label: t('complaint.category'), value: word('complaintCategory', complaint.category) },
        { label: t('complaint.channel'), value: word('complaintChannel', complaint.channel) },
        { label: t('complaint.urgency'), value: String(complaint.urgency) },
        { label: t('column.owner'), value: complaint.ownerName ?? t('owner.none') },
        { label: t('column.dueAt'), value: dateTime(complaint.dueAt) },
        { label: t('complaint.text'), value: complaint.text, span: 3 },
        { label: t('complaint.result'), value: complaint.result, span: 3 },
        { label: t('complaint.amount'), value: complaint.amount && money(complaint.amount) },
        {
          label: t('column.applicationNo'),
          value:
            complaint.applicationNo &&
            dotted(complaint.applicationNo, word('applicationState', complaint.applicationState)),
        },
        {
          label: t('complaint.satisfaction'),
          value:
            complaint.satisfaction === null
              ? complaint.unreached > 0 && `${t('complaint.unreached')} ${complaint.unreached}`
              : t('complaint.stars', { count: complaint.satisfaction }),
        },
        { label: t('column.createdAt'), value: dateTime(complaint.createdAt) },
        { label: t('complaint.doneAt'), value: complaint.doneAt && dateTime(complaint.doneAt) },
      ]}
    />
  )
}
