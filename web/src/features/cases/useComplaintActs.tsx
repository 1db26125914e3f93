import {
  acceptComplaints,
  assignComplaints,
  type ComplaintRow,
  changeComplaintDue,
  finishComplaint,
  reopenComplaint,
} from '@xunyun/contract/cases/complaints'
import type { ComplaintAction } from '@xunyun/contract/cases/states'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../../shared/action/ReasonDialog.tsx'
import { useAction } from '../../shared/action/useAction.ts'
import { useActs } from '../../shared/action/useActs.tsx'
import { useOpen } from '../../shared/form/waiting.ts'
import { dotted } from '../../shared/ui/format.ts'
import { late } from '../../shared/ui/late.tsx'
import { casePaths } from './paths.ts'
import { useClaimCases } from './useClaimCases.ts'

const AnswerForm = late(() => import('./AnswerForm.tsx').then((file) => file.AnswerForm))
const FollowUpForm = late(() => import('./AnswerForm.tsx').then((file) => file.FollowUpForm))
const ComplaintForm = late(() => import('./ComplaintForm.tsx').then((file) => file.ComplaintForm))
const AssignForm = late(() => import('./AssignForm.tsx').then((file) => file.AssignForm))
const DueForm = late(() => import('./AssignForm.tsx').then((file) => file.DueForm))

type Asking = { readonly key: ComplaintAction; readonly rows: readonly ComplaintRow[] }

/** What can be done to complaints, from the list and the drawer alike. */
export function useComplaintActs(onDone?: () => void) {
  const { t } = useTranslation('cases')
  const [asking, setAsking] = useOpen<Asking>()
  const finish = useAction(finishComplaint, { success: t('complaint.finished'), refresh: casePaths })
  const reopen = useAction(reopenComplaint, { refresh: casePaths })
  const ask = (key: ComplaintAction) => ({ open: (rows: readonly ComplaintRow[]) => setAsking({ key, rows }) })
  const claim = useClaimCases<ComplaintRow>(assignComplaints, onDone)
  const acts = useActs<ComplaintRow>({
    acts: {
      accept: { call: acceptComplaints },
      // What comes next stands first.
      finish: {
        single: true,
        open: ([row]) => (row === undefined ? undefined : finish.run({ id: row.id, version: row.version })),
      },
      followUp: { single: true, ...ask('followUp') },
      answer: { single: true, ...ask('answer') },
      change: { single: true, ...ask('change') },
      moreClaim: claim,
      assign: ask('assign'),
      changeDue: ask('changeDue'),
      reopen: { single: true, ...ask('reopen') },
    },
    word: (key) => t(`complaint.act.${key}`),
    nameOf: ({ complaintNo }) => complaintNo,
    refresh: casePaths,
    ...(onDone === undefined ? {} : { onDone }),
  })
  const close = () => setAsking(null)
  const [row] = asking?.rows ?? []
  const clocked = (asking?.rows ?? []).map(({ complaintNo, waybillNo, ...row }) => ({
    ...row,
    name: dotted(complaintNo, waybillNo),
  }))
  return {
    ...acts,
    dialogs: (
      <>
        {acts.dialogs}
        {asking?.key === 'answer' && row && <AnswerForm complaint={row} onClose={close} />}
        {asking?.key === 'followUp' && row && <FollowUpForm complaint={row} onClose={close} />}
        {asking?.key === 'change' && row && <ComplaintForm id={row.id} onClose={close} />}
        {asking?.key === 'assign' && (
          <AssignForm call={assignComplaints} rows={clocked} onClose={close} onDone={onDone} />
        )}
        {asking?.key === 'changeDue' && (
          <DueForm call={changeComplaintDue} rows={clocked} onClose={close} onDone={onDone} />
        )}
        {asking?.key === 'reopen' && row && (
          <ReasonDialog
            title={`${t('complaint.act.reopen')} ${row.complaintNo}`}
            yes={t('complaint.act.reopen')}
            onClose={close}
            onSubmit={(reason) => reopen.run({ id: row.id, version: row.version, reason })}
          />
        )}
      </>
    ),
  }
}
