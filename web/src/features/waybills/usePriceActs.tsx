import type { WaybillRow } from '@xunyun/contract/waybills/calls'
import { confirmPrices, startReprice, unconfirmPrices, withdrawPrices } from '@xunyun/contract/waybills/charges'
import type { PriceAction } from '@xunyun/contract/waybills/priceStates'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../../shared/action/ReasonDialog.tsx'
import { useAction } from '../../shared/action/useAction.ts'
import { useBatch } from '../../shared/action/useBatch.ts'
import type { RowAction } from '../../shared/grid/types.ts'
import { watchJobs } from '../../shared/jobs/jobs.ts'
import type { BatchAction } from '../../shared/list/Toolbar.tsx'
import { late } from '../../shared/ui/late.tsx'
import { toast } from '../../shared/ui/toasts.ts'
import { chargePaths } from './paths.ts'

const SendPrices = late(() => import('./SendPrices.tsx').then((file) => file.SendPrices))
const PriceDrawer = late(() => import('./PriceDrawer.tsx').then((file) => file.PriceDrawer))
const RepriceSheet = late(() => import('./RepriceSheet.tsx').then((file) => file.RepriceSheet))

/** As many as are shown old against new before anything changes. */
const mostLookedAt = 500

/** What the price acts need to know of a waybill: a row of the list, or its detail. */
export type Pricable = Pick<
  WaybillRow,
  'id' | 'waybillNo' | 'version' | 'priceActions' | 'customerId' | 'customerName' | 'receivable'
>

type Asking =
  | { readonly kind: 'price'; readonly row: Pricable }
  | { readonly kind: 'unconfirm' | 'reprice' | 'send'; readonly rows: readonly Pricable[] }

/** Prices that wait for a customer's word. */
const sendable = (rows: readonly Pricable[]) =>
  rows.filter(({ priceActions, customerId }) => priceActions.includes('confirm') && customerId !== null)

/** Everything that can be done to the price of waybills, for the list and for the detail alike. */
export function usePriceActs(onDone?: () => void) {
  const { t } = useTranslation('waybills')
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = () => setAsking(null)
  const common = { refresh: chargePaths, ...(onDone ? { onDone } : {}) }
  const confirm = useBatch(confirmPrices, { title: t('price.act.confirm'), ...common })
  const unconfirm = useBatch(unconfirmPrices, { title: t('price.act.unconfirm'), ...common })
  const withdraw = useBatch(withdrawPrices, { title: t('price.act.withdrawPrice'), ...common })
  const quietly = (running: Promise<unknown>) => void running.catch(() => undefined)
  const idsOf = (rows: readonly Pricable[]) => rows.map(({ id }) => id)

  const start = useAction(startReprice)
  const repriceMany = async (rows: readonly Pricable[]) => {
    await start.run({ ids: idsOf(rows) })
    toast.info(t('price.started', { count: rows.length }), { detail: t('chain.startedHint') })
    watchJobs()
    onDone?.()
  }

  const run: Record<PriceAction, (rows: readonly Pricable[]) => void> = {
    price: ([row]) => row && setAsking({ kind: 'price', row }),
    // Few are looked at first; many go their way in the background, and leave a sheet of old against new.
    reprice: (rows) => (rows.length > mostLookedAt ? quietly(repriceMany(rows)) : setAsking({ kind: 'reprice', rows })),
    withdrawPrice: (rows) => quietly(withdraw.run({ ids: idsOf(rows) })),
    confirm: (rows) => quietly(confirm.run({ ids: idsOf(rows) })),
    unconfirm: (rows) => setAsking({ kind: 'unconfirm', rows }),
  }
  const order: readonly PriceAction[] = ['confirm', 'price', 'withdrawPrice', 'reprice', 'unconfirm']
  const rowActions = (row: Pricable): RowAction[] => [
    ...order
      .filter((action) => row.priceActions.includes(action))
      .map((action) => ({
        key: action,
        label: t(`price.act.${action}`),
        danger: action === 'unconfirm',
        onClick: () => run[action]([row]),
      })),
    ...sendable([row]).map(() => ({
      key: 'send',
      label: t('price.act.send'),
      onClick: () => setAsking({ kind: 'send', rows: [row] }),
    })),
    { key: 'explain', label: t('price.act.explain'), onClick: () => setAsking({ kind: 'price', row }) },
  ]
  const batchActions = (rows: readonly Pricable[]): BatchAction[] => [
    ...(['confirm', 'reprice', 'withdrawPrice', 'unconfirm'] as const)
      .filter((action) => rows.some((row) => row.priceActions.includes(action)))
      .map((action) => ({
        key: action,
        label: action === 'confirm' ? t('price.confirmCount', { count: rows.length }) : t(`price.act.${action}`),
        danger: action === 'unconfirm',
        onClick: () => run[action](rows),
      })),
    ...(sendable(rows).length > 0
      ? [{ key: 'send', label: t('price.act.send'), onClick: () => setAsking({ kind: 'send', rows: sendable(rows) }) }]
      : []),
  ]

  const dialogs = asking && (
    <>
      {asking.kind === 'price' && <PriceDrawer id={asking.row.id} no={asking.row.waybillNo} onClose={close} />}
      {asking.kind === 'send' && <SendPrices rows={asking.rows} refresh={chargePaths} onClose={close} />}
      {asking.kind === 'reprice' && <RepriceSheet ids={idsOf(asking.rows)} onDone={onDone} onClose={close} />}
      {asking.kind === 'unconfirm' && (
        <ReasonDialog
          title={
            asking.rows.length === 1
              ? t('price.unconfirmOne', { no: asking.rows[0]?.waybillNo ?? '' })
              : t('price.unconfirmMany', { count: asking.rows.length })
          }
          yes={t('price.act.unconfirm')}
          danger
          onClose={close}
          onSubmit={(reason) => unconfirm.run({ ids: idsOf(asking.rows), reason })}
        />
      )}
    </>
  )
  return { rowActions, batchActions, run, open: (row: Pricable) => setAsking({ kind: 'price', row }), dialogs }
}
