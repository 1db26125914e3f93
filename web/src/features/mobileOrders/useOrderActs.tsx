import {
  acceptPhoneOrders,
  assignPhoneOrders,
  cancelPhoneOrders,
  type PhoneOrderRow,
  returnPhoneOrders,
} from '@xunyun/contract/mobileOrders/calls'
import type { PhoneOrderAction } from '@xunyun/contract/mobileOrders/states'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { ReasonDialog } from '../../shared/action/ReasonDialog.tsx'
import { useBatch } from '../../shared/action/useBatch.ts'
import type { RowAction } from '../../shared/grid/types.ts'
import type { BatchAction } from '../../shared/list/Toolbar.tsx'
import { AssignDialog } from './AssignDialog.tsx'

export const orderPaths = ['/api/PhoneOrders/']

/** What the acts need to know of an order: a row of the list, or its detail. */
export type Actable = Pick<PhoneOrderRow, 'id' | 'orderNo' | 'actions'>
type Asking = { readonly kind: 'assign' | 'cancel'; readonly orders: readonly Actable[] }

/** In the order of the work: the next step first. */
const order = ['accept', 'convert', 'assign', 'giveBack', 'cancel'] as const

/** Everything that can be done to orders, for the list and for the detail alike, with the dialogs that go with it. */
export function useOrderActs({ onDone }: { onDone?: () => void } = {}) {
  const { t } = useTranslation('mobileOrders')
  const navigate = useNavigate()
  const [asking, setAsking] = useState<Asking | null>(null)
  const common = { refresh: orderPaths, ...(onDone ? { onDone } : {}) }
  const accept = useBatch(acceptPhoneOrders, { title: t('act.accept'), ...common })
  const assign = useBatch(assignPhoneOrders, { title: t('act.assign'), ...common })
  const giveBack = useBatch(returnPhoneOrders, { title: t('act.giveBack'), ...common })
  const cancel = useBatch(cancelPhoneOrders, { title: t('act.cancel'), ...common })
  // A refusal has been shown by the time it arrives here.
  const quietly = (running: Promise<unknown>) => void running.catch(() => undefined)
  const idsOf = (orders: readonly Actable[]) => orders.map(({ id }) => id)

  const run: Record<PhoneOrderAction, (orders: readonly Actable[]) => void> = {
    accept: (orders) => quietly(accept.run({ ids: idsOf(orders) })),
    convert: ([one]) => one && void navigate(`${pathTo('taskList')}?order=${one.id}`),
    assign: (orders) => setAsking({ kind: 'assign', orders }),
    giveBack: (orders) => quietly(giveBack.run({ ids: idsOf(orders) })),
    cancel: (orders) => setAsking({ kind: 'cancel', orders }),
  }

  const rowActions = (row: Actable): RowAction[] =>
    order
      .filter((action) => row.actions.includes(action))
      .map((action) => ({
        key: action,
        label: t(`act.${action}`),
        danger: action === 'cancel',
        onClick: () => run[action]([row]),
      }))

  const batchActions = (rows: readonly Actable[]): BatchAction[] =>
    (['accept', 'assign', 'giveBack', 'cancel'] as const)
      .map((action) => ({ action, may: rows.filter((row) => row.actions.includes(action)) }))
      .filter(({ may }) => may.length > 0)
      .map(({ action, may }) => ({
        key: action,
        label: t(`act.${action}`),
        danger: action === 'cancel',
        onClick: () => run[action](may),
      }))

  const orders = asking?.orders ?? []
  const [first] = orders
  const what = orders.length === 1 && first ? first.orderNo : t('many', { count: orders.length })
  const dialogs: ReactNode = (
    <>
      {asking?.kind === 'assign' && (
        <AssignDialog
          title={t('assign.title', { what })}
          pending={assign.pending}
          onSubmit={(userId) => assign.run({ ids: idsOf(orders), userId })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking?.kind === 'cancel' && (
        <ReasonDialog
          title={t('cancel.title', { what })}
          text={t('cancel.text')}
          yes={t('act.cancel')}
          danger
          onSubmit={(reason) => cancel.run({ ids: idsOf(orders), reason })}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
  return { rowActions, batchActions, dialogs }
}
