import { wordFor } from '@xunyun/contract/dictionary'
import {
  cancelKitOrders,
  exportKitOrders,
  getKitOrders,
  getKitOrderTotals,
  type KitOrderRow,
  kitOrderStates,
  reverseKitOrders,
} from '@xunyun/contract/warehouse/kitting/kitOrders'
import { getKitChoices } from '@xunyun/contract/warehouse/kitting/kits'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useActs } from '../../../shared/action/useActs.tsx'
import { useOpen } from '../../../shared/form/waiting.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { ChoiceFilter, DayRangeFilter, LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { late } from '../../../shared/ui/late.tsx'
import { NewButton } from '../../../shared/ui/NewButton.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import type { KitOrderOpen } from './KitOrderForm.tsx'
import { isVoid, kitOrderColumns } from './kitColumns.tsx'
import { kitPaths } from './paths.ts'

const KitOrderForm = late(() => import('./KitOrderForm.tsx').then((file) => file.KitOrderForm))
const KitOrderDrawer = late(() => import('./KitOrderDrawer.tsx').then((file) => file.KitOrderDrawer))

const defaults = {} as const
type Open = ({ readonly what: 'form' } & KitOrderOpen) | { readonly what: 'view'; readonly id: number }

/** Orders that make sets of stock, or take them apart. */
export function KitOrderList({ choose }: { choose: ReactNode }) {
  const { t } = useTranslation('warehouse/kitting')
  const language = useLanguage()
  const may = useRight('combination')
  const [open, setOpen] = useOpen<Open>()
  const list = useList({
    call: getKitOrders,
    totals: getKitOrderTotals,
    exportCall: exportKitOrders,
    defaults,
    name: 'kitOrders',
  })
  const acts = useActs<KitOrderRow>({
    refresh: kitPaths,
    onDone: list.acted,
    word: (key) => t(`order.act.${key}`),
    nameOf: ({ orderNo }) => orderNo,
    ask: (key, what) => t(key === 'reverse' ? 'order.reverseAsk' : 'order.cancelAsk', { what }),
    acts: {
      run: {
        single: true,
        open: ([row]) => row && setOpen({ what: 'form', kind: row.kind, kitId: row.kitId, orderId: row.id }),
      },
      cancel: { call: cancelKitOrders, reason: t('order.cancelText'), danger: true },
      reverse: { call: reverseKitOrders, reason: t('order.reverseText'), danger: true },
    },
  })
  const create = may.edit && (
    <>
      <NewButton onClick={() => setOpen({ what: 'form', kind: 'assemble', kitId: null, orderId: null })}>
        {t('act.newAssembly')}
      </NewButton>
      <Button onClick={() => setOpen({ what: 'form', kind: 'disassemble', kitId: null, orderId: null })}>
        {t('act.newDisassembly')}
      </Button>
    </>
  )
  return (
    <>
      <ListPage
        list={list}
        label={t('order.list')}
        columns={kitOrderColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('field.state')}
            tabs={kitOrderStates}
            word={(tab) => wordFor('kitOrderState', tab, language)}
            all={t('state.all')}
            allFirst
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('order.q')} width={220} />
            <LookupFilter {...list.field('warehouseId')} label={t('field.warehouse')} call={getWarehouseChoices} />
            <LookupFilter {...list.field('ownerId')} label={t('field.ownerName')} call={getOwnerChoices} />
            <ChoiceFilter {...list.field('kind')} label={t('order.kind')} type="kitOrderKind" width={128} />
          </>
        }
        more={
          <>
            <LookupFilter {...list.field('kitId')} label={t('field.set')} call={getKitChoices} />
            <DayRangeFilter {...list.range('from', 'to')} label={t('field.createdAt')} />
          </>
        }
        primary={
          <>
            {choose}
            {create}
          </>
        }
        actions={acts.row}
        batch={acts.batch}
        isVoid={isVoid}
        onOpen={(row) => setOpen({ what: 'view', id: row.id })}
        empty={<Empty title={t('order.empty')} text={may.edit ? t('order.emptyHint') : undefined} />}
      />
      {acts.dialogs}
      {open?.what === 'form' && <KitOrderForm open={open} onClose={() => setOpen(null)} />}
      {open?.what === 'view' && <KitOrderDrawer id={open.id} onClose={() => setOpen(null)} />}
    </>
  )
}
