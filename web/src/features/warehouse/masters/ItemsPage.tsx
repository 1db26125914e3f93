import {
  deleteItems,
  exportItems,
  getItemHistory,
  getItems,
  getItemTotals,
  type ItemRow,
  type ItemTab,
  itemTabs,
  setItemsEnabled,
} from '@xunyun/contract/warehouse/masters/items'
import { getOwnerChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { useTranslation } from 'react-i18next'
import { useMasterActs } from '../../../shared/action/useMasterActs.ts'
import { useComments } from '../../../shared/detail/useComments.tsx'
import { useHistory } from '../../../shared/detail/useHistory.tsx'
import { useOpen } from '../../../shared/form/waiting.ts'
import type { RowAction } from '../../../shared/grid/types.ts'
import { ImportButton } from '../../../shared/import/ImportButton.tsx'
import { ChoiceFilter, FlagFilter, LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight, useSession } from '../../../shared/session/session.ts'
import { late } from '../../../shared/ui/late.tsx'
import { NewButton } from '../../../shared/ui/NewButton.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { usePrint } from '../../printing/index.ts'
import { useItemHistory } from './history.ts'
import { itemColumns } from './itemColumns.tsx'
import { itemPaths } from './paths.ts'
import { useCategoryWords } from './useCategories.ts'

const ItemForm = late(() => import('./ItemForm.tsx').then((file) => file.ItemForm))

const defaults = { filter: { tab: 'enabled' }, sort: { key: 'updatedAt', dir: 'desc' } } as const
const tones: Partial<Record<ItemTab, 'orange'>> = { incomplete: 'orange' }
const controls = ['batch', 'serial', 'expiry'] as const

type Open = { readonly what: 'form'; readonly item: ItemRow | null }

/** Owners' goods: what they are called, how they are packed, and what has to be watched. */
export default function ItemsPage() {
  const { t } = useTranslation(['warehouse/masters', 'ui'])
  const may = useRight('stockNumber')
  const isCustomer = useSession(({ userInfo }) => userInfo?.scope === 'customer')
  const [open, setOpen] = useOpen<Open>()
  const categories = useCategoryWords()
  const list = useList({ call: getItems, totals: getItemTotals, exportCall: exportItems, defaults })
  const master = useMasterActs<ItemRow>({
    enabling: setItemsEnabled,
    removing: deleteItems,
    refresh: itemPaths,
    may: may.approve,
    nameOf: ({ itemNo }) => itemNo,
    onDone: list.acted,
  })
  const history = useHistory(getItemHistory, useItemHistory())
  const talk = useComments('item')
  const print = usePrint()
  const labels = (rows: readonly ItemRow[]) =>
    print.action(
      'item',
      rows.map(({ id, itemNo }) => ({ id, no: itemNo, pieces: 1 })),
    )
  const create = may.edit && (
    <NewButton onClick={() => setOpen({ what: 'form', item: null })}>{t('new.item')}</NewButton>
  )
  const actions = (item: ItemRow): RowAction[] => [
    ...(may.edit
      ? [{ key: 'change', label: t('ui:master.change'), onClick: () => setOpen({ what: 'form', item }) }]
      : []),
    ...(isCustomer ? [] : [history.action(item.id, item.itemNo)]),
    ...labels([item]),
    ...master.rowActions(item),
    ...talk.rowAction(item.id, item.itemNo),
  ]
  const close = () => setOpen(null)
  return (
    <>
      <ListPage
        list={list}
        label={t('list.items')}
        columns={itemColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('field.state')}
            tabs={itemTabs}
            word={(tab) => t(`state.${tab}`)}
            all={t('state.all')}
            tones={tones}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.itemQ')} width={240} />
            <LookupFilter {...list.field('ownerId')} label={t('item.ownerName')} call={getOwnerChoices} width={200} />
            <ChoiceFilter
              {...list.field('categoryId')}
              label={t('item.categoryName')}
              options={categories}
              width={168}
            />
            <ChoiceFilter
              {...list.field('controlled')}
              label={t('item.controls')}
              options={controls.map((value) => ({ value, label: t(`item.${value}Controlled`) }))}
              width={144}
            />
          </>
        }
        more={
          <>
            <ChoiceFilter {...list.field('tempClass')} label={t('item.tempClass')} type="tempClass" width={136} />
            <FlagFilter
              {...list.field('hazard')}
              label={t('item.hazard')}
              yes={t('ui:master.yes')}
              no={t('ui:master.no')}
              width={136}
            />
          </>
        }
        primary={
          create && (
            <>
              {create}
              <ImportButton page="stockNumber" refresh={itemPaths} />
            </>
          )
        }
        batch={(rows) => [...labels(rows), ...master.batchActions(rows)]}
        actions={actions}
        isVoid={(row) => !row.enabled}
        onOpen={(item) => setOpen({ what: 'form', item })}
        empty={
          <Empty title={t('empty.items')} text={may.edit ? t('empty.itemsHint') : undefined}>
            {create}
          </Empty>
        }
      />
      {print.dialog}
      {talk.sheet}
      {open?.what === 'form' && <ItemForm item={open.item} onClose={close} />}
      {history.drawer}
    </>
  )
}
