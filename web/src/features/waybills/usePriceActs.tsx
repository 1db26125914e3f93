import { isAble } from '@xunyun/contract/kernel/ability'
import type { WaybillRow } from '@xunyun/contract/waybills/calls'
import { confirmPrices, startReprice, unconfirmPrices, withdrawPrices } from '@xunyun/contract/waybills/charges'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { useActs } from '../../shared/action/useActs.tsx'
import { watchJobs } from '../../shared/jobs/jobs.ts'
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
  | { readonly kind: 'reprice' | 'send'; readonly rows: readonly Pricable[] }

/** Prices that wait for a customer's word. */
const sendable = (rows: readonly Pricable[]) =>
  rows.filter((row) => isAble(asActable(row), 'confirm') && row.customerId !== null)
/** The record whose acts these are is the waybill's price. */
const asActable = (row: Pricable) => ({ ...row, actions: row.priceActions })

/** Everything that can be done to the price of waybills, for the list and for the detail alike. */
export function usePriceActs(onDone?: () => void) {
  const { t } = useTranslation('waybills')
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = () => setAsking(null)
  const idsOf = (rows: readonly Pricable[]) => rows.map(({ id }) => id)
  const open = (row: Pricable) => setAsking({ kind: 'price', row })

  const start = useAction(startReprice)
  const repriceMany = async (rows: readonly Pricable[]) => {
    await start.run({ ids: idsOf(rows) })
    toast.info(t('price.started', { count: rows.length }), { detail: t('chain.startedHint') })
    watchJobs()
    onDone?.()
  }
  const acts = useActs<ReturnType<typeof asActable>>({
    refresh: chargePaths,
    onDone,
    word: (key, rows) =>
      key === 'confirm' && rows.length > 1 ? t('price.confirmCount', { count: rows.length }) : t(`price.act.${key}`),
    nameOf: ({ waybillNo }) => waybillNo,
    acts: {
      confirm: { call: confirmPrices, done: t('price.act.confirm') },
      price: { single: true, open: ([row]) => row && open(row) },
      withdrawPrice: { call: withdrawPrices },
      // Few are looked at first; many go their way in the background, and leave a sheet of old against new.
      reprice: {
        open: (rows) => (rows.length > mostLookedAt ? repriceMany(rows) : setAsking({ kind: 'reprice', rows })),
      },
      unconfirm: { call: unconfirmPrices, reason: '', danger: true },
      moreSend: (rows) => {
        const some = sendable(rows)
        const send = () => setAsking({ kind: 'send', rows: some })
        return some.length > 0 ? [{ key: 'send', label: t('price.act.send'), onClick: send }] : []
      },
      moreExplain: ([row], single) =>
        single && row ? [{ key: 'explain', label: t('price.act.explain'), onClick: () => open(row) }] : [],
    },
  })
  const dialogs = (
    <>
      {acts.dialogs}
      {asking?.kind === 'price' && <PriceDrawer id={asking.row.id} no={asking.row.waybillNo} onClose={close} />}
      {asking?.kind === 'send' && <SendPrices rows={asking.rows} refresh={chargePaths} onClose={close} />}
      {asking?.kind === 'reprice' && <RepriceSheet ids={idsOf(asking.rows)} onDone={onDone} onClose={close} />}
    </>
  )
  return {
    rowActions: (row: Pricable) => acts.row(asActable(row)),
    batchActions: (rows: readonly Pricable[]) => acts.batch(rows.map(asActable)),
    open,
    dialogs,
  }
}
