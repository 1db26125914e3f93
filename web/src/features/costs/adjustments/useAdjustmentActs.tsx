import type { AdjustmentRow } from '@xunyun/contract/costs/adjustments'
import { submitApplications, voidApplications, withdrawApplications } from '@xunyun/contract/costs/applications'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActs } from '../../../shared/action/useActs.tsx'
import { late } from '../../../shared/ui/late.tsx'
import { applicationPaths } from '../paths.ts'

const AdjustmentForm = late(() => import('./AdjustmentForm.tsx').then((file) => file.AdjustmentForm))

type Actable = Pick<AdjustmentRow, 'id' | 'no' | 'actions'>

/** What can be done to adjustments, for the list and for the drawer of one alike. */
export function useAdjustmentActs(onDone?: (outcomes: Outcomes) => void) {
  const { t } = useTranslation('costs')
  const [changing, setChanging] = useState<number>()
  const acts = useActs<Actable>({
    refresh: applicationPaths,
    ...(onDone ? { onDone } : {}),
    word: (key) => t(`act.${key}`),
    nameOf: ({ no }) => no,
    acts: {
      submit: { call: submitApplications, done: t('done.submit') },
      withdraw: { call: withdrawApplications, done: t('done.withdraw') },
      edit: { single: true, open: ([row]) => row && setChanging(row.id) },
      void: { call: voidApplications, reason: { asks: t('void.reason') }, danger: true, done: t('done.void') },
    },
  })
  return {
    ...acts,
    dialogs: (
      <>
        {acts.dialogs}
        {changing !== undefined && <AdjustmentForm id={changing} onClose={() => setChanging(undefined)} />}
      </>
    ),
  }
}
