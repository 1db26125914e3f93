import {
  acceptPhoneOrders,
  assignPhoneOrders,
  cancelPhoneOrders,
  type PhoneOrderRow,
  returnPhoneOrders,
} from '@xunyun/contract/mobileOrders/calls'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useActs } from '../../shared/action/useActs.tsx'
import { useBatch } from '../../shared/action/useBatch.ts'
import { AssignDialog } from './AssignDialog.tsx'

export const orderPaths = ['/api/PhoneOrders/']

/** What the acts need to know of an order: a row of the list, or its detail. */
export type Actable = Pick<PhoneOrderRow, 'id' | 'orderNo' | 'actions'>
/** Everything that can be done to orders, for the list and for the detail alike, with the dialogs that go with it. */
export function useOrderActs({ onDone }: { onDone?: () => void } = {}) {
  const { t } = useTranslation('mobileOrders')
  const navigate = useNavigate()
  const [assigned, setAssigned] = useState<readonly Actable[]>([])
  const common = { refresh: orderPaths, ...(onDone ? { onDone } : {}) }
  const assign = useBatch(assignPhoneOrders, { title: t('act.assign'), ...common })
  const idsOf = (orders: readonly Actable[]) => orders.map(({ id }) => id)
  const wordsOf = (what: string | number) => (typeof what === 'string' ? what : t('many', { count: what }))
  const acts = useActs<Actable>({
    ...common,
    word: (key) => t(`act.${key}`),
    nameOf: ({ orderNo }) => orderNo,
    ask: (_, what) => t('cancel.title', { what: wordsOf(what) }),
    // In the order of the work: the next step first.
    acts: {
      accept: { call: acceptPhoneOrders },
      convert: { single: true, open: ([one]) => one && navigate(`${pathTo('taskList')}?order=${one.id}`) },
      assign: { open: setAssigned },
      giveBack: { call: returnPhoneOrders },
      cancel: { call: cancelPhoneOrders, reason: t('cancel.text'), danger: true },
    },
  })
  const [first] = assigned
  const dialogs: ReactNode = (
    <>
      {first && (
        <AssignDialog
          title={t('assign.title', { what: wordsOf(assigned.length === 1 ? first.orderNo : assigned.length) })}
          pending={assign.pending}
          onSubmit={(userId) => assign.run({ ids: idsOf(assigned), userId })}
          onClose={() => setAssigned([])}
        />
      )}
      {acts.dialogs}
    </>
  )
  return { ...acts, dialogs }
}
