import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import {
  deleteKits,
  exportKits,
  getKitHistory,
  getKits,
  getKitTotals,
  type KitRow,
  kitTabs,
  setKitsEnabled,
} from '@xunyun/contract/warehouse/kitting/kits'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMasterActs } from '../../../shared/action/useMasterActs.ts'
import { useComments } from '../../../shared/detail/useComments.tsx'
import { useHistory } from '../../../shared/detail/useHistory.tsx'
import { useOpen } from '../../../shared/form/waiting.ts'
import type { RowAction } from '../../../shared/grid/types.ts'
import { ImportButton } from '../../../shared/import/ImportButton.tsx'
import { LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight, useSession } from '../../../shared/session/session.ts'
import { late } from '../../../shared/ui/late.tsx'
import { NewButton } from '../../../shared/ui/NewButton.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import type { KitOrderOpen } from './KitOrderForm.tsx'
import { kitColumns } from './kitColumns.tsx'
import { useKitHistory } from './kitHistory.ts'
import { kitPaths } from './paths.ts'

const KitForm = late(() => import('./KitForm.tsx').then((file) => file.KitForm))
const KitOrderForm = late(() => import('./KitOrderForm.tsx').then((file) => file.KitOrderForm))

const defaults = { filter: { tab: 'enabled' }, sort: { key: 'updatedAt', dir: 'desc' } } as const
type Open =
  | { readonly what: 'form'; readonly kit: Pick<KitRow, 'id' | 'itemNo'> | null }
  | ({ readonly what: 'order' } & KitOrderOpen)

/** The sets: their parts, how many could be made, how many there are. */
export function KitList({ choose }: { choose: ReactNode }) {
  const { t } = useTranslation(['warehouse/kitting', 'ui'])
  const may = useRight('combination')
  const isCustomer = useSession(({ userInfo }) => userInfo?.scope === 'customer')
  const [open, setOpen] = useOpen<Open>()
  const list = useList({ call: getKits, totals: getKitTotals, exportCall: exportKits, defaults, name: 'kits' })
  const master = useMasterActs<KitRow>({
    enabling: setKitsEnabled,
    removing: deleteKits,
    refresh: kitPaths,
    may: may.approve,
    nameOf: ({ itemNo }) => itemNo,
    onDone: list.acted,
  })
  const history = useHistory(getKitHistory, useKitHistory())
  const talk = useComments('kit')
  const create = may.edit && (
    <NewButton onClick={() => setOpen({ what: 'form', kit: null })}>{t('act.newKit')}</NewButton>
  )
  const order = (kit: KitRow, kind: 'assemble' | 'disassemble') =>
    setOpen({ what: 'order', kind, kitId: kit.id, orderId: null, warehouseId: list.filter.warehouseId })
  const actions = (kit: KitRow): RowAction[] => {
    const works = may.edit && !isCustomer && kit.enabled
    return [
      ...(works
        ? [
            {
              key: 'assemble',
              label: t('act.assemble'),
              onClick: () => order(kit, 'assemble'),
            },
            {
              key: 'disassemble',
              label: t('act.disassemble'),
              refused: compareDecimal(kit.onHand, '0') === 0 ? t('hint.noSets') : null,
              onClick: () => order(kit, 'disassemble'),
            },
          ]
        : []),
      ...(may.edit
        ? [
            {
              key: 'change',
              label: t('ui:master.change'),
              refused: kit.openOrders > 0 ? t('hint.openOrders', { count: kit.openOrders }) : null,
              onClick: () => setOpen({ what: 'form', kit }),
            },
          ]
        : []),
      ...(isCustomer ? [] : [history.action(kit.id, kit.itemNo)]),
      ...master.rowActions(kit),
      ...talk.rowAction(kit.id, kit.itemNo),
    ]
  }
  const close = () => setOpen(null)
  return (
    <>
      <ListPage
        list={list}
        label={t('list.kits')}
        columns={kitColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('field.state')}
            tabs={kitTabs}
            word={(tab) => t(`state.${tab}`)}
            all={t('state.all')}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.q')} width={200} />
            <LookupFilter {...list.field('ownerId')} label={t('field.ownerName')} call={getOwnerChoices} width={200} />
            <SearchInput {...list.field('part')} placeholder={t('filter.part')} width={180} />
            <LookupFilter {...list.field('warehouseId')} label={t('field.warehouse')} call={getWarehouseChoices} />
          </>
        }
        primary={
          <>
            {choose}
            {create}
            {may.edit && <ImportButton page="combination" refresh={kitPaths} />}
          </>
        }
        batch={(rows) => master.batchActions(rows)}
        actions={actions}
        isVoid={(row) => !row.enabled}
        onOpen={(kit) => setOpen({ what: 'form', kit })}
        empty={
          <Empty title={t('empty.kits')} text={may.edit ? t('empty.kitsHint') : undefined}>
            {create}
          </Empty>
        }
      />
      {talk.sheet}
      {open?.what === 'form' && <KitForm kit={open.kit} onClose={close} />}
      {open?.what === 'order' && <KitOrderForm open={open} onClose={close} />}
      {history.drawer}
    </>
  )
}
