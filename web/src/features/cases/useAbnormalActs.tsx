import { type AbnormalRow, assignAbnormals, changeAbnormalDue, reopenAbnormal } from '@xunyun/contract/cases/abnormals'
import type { AbnormalAction } from '@xunyun/contract/cases/states'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../../shared/action/ReasonDialog.tsx'
import { useAction } from '../../shared/action/useAction.ts'
import { useActs } from '../../shared/action/useActs.tsx'
import { useOpen } from '../../shared/form/waiting.ts'
import { dotted } from '../../shared/ui/format.ts'
import { late } from '../../shared/ui/late.tsx'
import { OnwardDrawer } from '../waybills/index.ts'
import { casePaths } from './paths.ts'
import { useClaimCases } from './useClaimCases.ts'

const HandleForm = late(() => import('./HandleForm.tsx').then((file) => file.HandleForm))
const CloseForm = late(() => import('./CloseForm.tsx').then((file) => file.CloseForm))
const AssignForm = late(() => import('./AssignForm.tsx').then((file) => file.AssignForm))
const DueForm = late(() => import('./AssignForm.tsx').then((file) => file.DueForm))

type Asking = { readonly key: AbnormalAction; readonly rows: readonly AbnormalRow[] }

/** What can be done to cases, from the list and the drawer alike. */
export function useAbnormalActs(onDone?: () => void) {
  const { t } = useTranslation(['cases', 'waybills'])
  const [asking, setAsking] = useOpen<Asking>()
  const [onward, setOnward] = useOpen<{ readonly kind: AbnormalRow['onward'][number]; readonly id: number }>()
  const reopen = useAction(reopenAbnormal, { refresh: casePaths })
  const ask = (key: AbnormalAction) => ({ open: (rows: readonly AbnormalRow[]) => setAsking({ key, rows }) })
  const claim = useClaimCases<AbnormalRow>(assignAbnormals, onDone)
  const acts = useActs<AbnormalRow>({
    acts: {
      handle: { single: true, ...ask('handle') },
      close: { single: true, ...ask('close') },
      moreClaim: claim,
      moreOnward: ([row], single) =>
        !single || row === undefined
          ? []
          : row.onward.map((kind) => ({
              key: kind,
              label: t(`waybills:act.${kind}`),
              danger: kind === 'abandon' || kind === 'lose',
              onClick: () => setOnward({ kind, id: row.waybillId }),
            })),
      assign: ask('assign'),
      changeDue: ask('changeDue'),
      reopen: { single: true, ...ask('reopen') },
    },
    word: (key) => t(`abnormal.act.${key}`),
    nameOf: ({ abnormalNo }) => abnormalNo,
    refresh: casePaths,
  })
  const close = () => setAsking(null)
  const [row] = asking?.rows ?? []
  const clocked = (asking?.rows ?? []).map(({ abnormalNo, waybillNo, ...row }) => ({
    ...row,
    name: dotted(abnormalNo, waybillNo),
  }))
  return {
    ...acts,
    dialogs: (
      <>
        {acts.dialogs}
        {onward && <OnwardDrawer {...onward} onClose={() => setOnward(null)} />}
        {asking?.key === 'handle' && row && <HandleForm id={row.id} onClose={close} />}
        {asking?.key === 'close' && row && <CloseForm id={row.id} onClose={close} />}
        {asking?.key === 'assign' && (
          <AssignForm call={assignAbnormals} rows={clocked} onClose={close} onDone={onDone} />
        )}
        {asking?.key === 'changeDue' && (
          <DueForm call={changeAbnormalDue} rows={clocked} onClose={close} onDone={onDone} />
        )}
        {asking?.key === 'reopen' && row && (
          <ReasonDialog
            title={`${t('abnormal.act.reopen')} ${row.abnormalNo}`}
            yes={t('abnormal.act.reopen')}
            onClose={close}
            onSubmit={(reason) => reopen.run({ id: row.id, version: row.version, reason })}
          />
        )}
      </>
    ),
  }
}
