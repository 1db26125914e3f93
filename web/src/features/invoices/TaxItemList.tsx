import { wordFor } from '@xunyun/contract/dictionary'
import {
  exportTaxItems,
  getTaxItemHistory,
  getTaxItems,
  getTaxItemTotals,
  type TaxItemRow,
  taxItemTabs,
} from '@xunyun/contract/invoices/taxItems'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useHistory } from '../../shared/detail/useHistory.tsx'
import { useOpen } from '../../shared/form/waiting.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { ChoiceFilter, FlagFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ListTabs } from '../../shared/list/ListTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight } from '../../shared/session/session.ts'
import { late } from '../../shared/ui/late.tsx'
import { NewButton } from '../../shared/ui/NewButton.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { useTaxItemHistory } from './histories.ts'
import { taxItemColumns } from './taxItemColumns.tsx'

const TaxItemForm = late(() => import('./TaxItemForm.tsx').then((file) => file.TaxItemForm))

const defaults = { filter: { tab: 'current' }, sort: { key: 'feeItem', dir: 'asc' } } as const

type Open = { readonly what: 'form'; readonly item: TaxItemRow | null }

/** What fee items are called on invoices, and their rates by day. */
export function TaxItemList({ choose }: { choose: ReactNode }) {
  const { t } = useTranslation(['invoices', 'ui'])
  const language = useLanguage()
  const may = useRight('billing')
  const [open, setOpen] = useOpen<Open>()
  const list = useList({ call: getTaxItems, totals: getTaxItemTotals, exportCall: exportTaxItems, defaults })
  const history = useHistory(getTaxItemHistory, useTaxItemHistory())
  const create = may.edit && (
    <NewButton onClick={() => setOpen({ what: 'form', item: null })}>{t('taxItem.new')}</NewButton>
  )
  const nameOf = (item: TaxItemRow) => wordFor('feeItem', item.feeItem, language)
  const [yes, no] = [t('ui:master.yes'), t('ui:master.no')]
  return (
    <>
      <ListPage
        list={list}
        label={t('taxItem.list')}
        columns={taxItemColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('taxItem.state')}
            tabs={taxItemTabs}
            word={(tab) => t(`tab.${tab}`)}
            all={t('tab.all')}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('taxItem.q')} width={200} />
            <ChoiceFilter
              {...list.field('feeItems')}
              label={t('taxItem.feeItem')}
              type="feeItem"
              multiple
              width={168}
            />
            <FlagFilter {...list.field('invoiceable')} label={t('taxItem.invoiceable')} yes={yes} no={no} />
            <FlagFilter {...list.field('freight')} label={t('taxItem.freight')} yes={yes} no={no} />
          </>
        }
        primary={
          <>
            {choose}
            {create}
          </>
        }
        actions={(item) => [
          ...(may.edit
            ? [{ key: 'change', label: t('ui:master.change'), onClick: () => setOpen({ what: 'form', item }) }]
            : []),
          history.action(item.id, nameOf(item)),
        ]}
        isVoid={(row) => !row.current}
        onOpen={(item) => (may.edit ? setOpen({ what: 'form', item }) : history.open(item.id, nameOf(item)))}
        empty={<Empty title={t('taxItem.empty')}>{create}</Empty>}
      />
      {open?.what === 'form' && <TaxItemForm item={open.item} onClose={() => setOpen(null)} />}
      {history.drawer}
    </>
  )
}
