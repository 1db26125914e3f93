import { submitApplications, voidApplications, withdrawApplications } from '@xunyun/contract/costs/applications'
import type { CostApplicationRow } from '@xunyun/contract/costs/costApplications'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActs } from '../../../shared/action/useActs.tsx'
import { withTexts } from '../../../shared/i18n/i18n.ts'
import { late } from '../../../shared/ui/late.tsx'
import { costPaths } from './paths.ts'

const ExpenseForm = late(() =>
  withTexts(['fees'], import('../expenses/ExpenseForm.tsx')).then((file) => file.ExpenseForm),
)
const ApplicationForm = late(() => import('./ApplicationForm.tsx').then((file) => file.ApplicationForm))

type Actable = Pick<CostApplicationRow, 'id' | 'no' | 'kind' | 'actions'>

/** What can be done to applications for costs, for a list and for the drawer of one alike. */
export function useApplicationActs(onDone?: (outcomes: Outcomes) => void) {
  const { t } = useTranslation('costs')
  const [changing, setChanging] = useState<Actable>()
  const close = () => setChanging(undefined)
  const acts = useActs<Actable>({
    refresh: costPaths,
    ...(onDone ? { onDone } : {}),
    word: (key) => t(`act.${key}`),
    nameOf: ({ no }) => no,
    acts: {
      submit: { call: submitApplications, done: t('done.submit') },
      withdraw: { call: withdrawApplications, done: t('done.withdraw') },
      edit: { single: true, open: ([row]) => row && setChanging(row) },
      void: { call: voidApplications, reason: { asks: t('void.reason') }, danger: true, done: t('done.void') },
    },
  })
  return {
    ...acts,
    dialogs: (
      <>
        {acts.dialogs}
        {changing &&
          (changing.kind === 'costApplication' ? (
            <ExpenseForm id={changing.id} onClose={close} />
          ) : (
            <ApplicationForm id={changing.id} onClose={close} />
          ))}
      </>
    ),
  }
}
