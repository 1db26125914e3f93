import { getCompanyChoices, getOutletChoices } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import {
  exportSignedReceipts,
  getSignedReceipts,
  getSignedReceiptTotals,
  type SignedReceiptRow,
} from '@xunyun/contract/signedReceipts/calls'
import { signedReceiptStates, signedReceiptSteps } from '@xunyun/contract/signedReceipts/states'
import { Button } from 'antd'
import { ScanLine, Settings2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useOpen } from '../../shared/form/waiting.ts'
import { columnsOf } from '../../shared/grid/column.tsx'
import { i18n } from '../../shared/i18n/i18n.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import {
  ChoiceFilter,
  DayRangeFilter,
  LookupFilter,
  OutletFilter,
  RegionFilter,
  SearchInput,
} from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ListTabs } from '../../shared/list/ListTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { rightsOfPage } from '../../shared/session/rights.ts'
import { useIsCustomer, useRight, useSession } from '../../shared/session/session.ts'
import { late } from '../../shared/ui/late.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { receiptKey, scanKey } from './paths.ts'
import { receiptTones } from './tones.ts'
import { useReceiptActs } from './useReceiptActs.tsx'

const ReceiptDrawer = late(() => import('./ReceiptDrawer.tsx').then((file) => file.ReceiptDrawer))
const ScanReceipts = late(() => import('./ScanReceipts.tsx').then((file) => file.ScanReceipts))
const ClosingDrawer = late(() => import('./ClosingDrawer.tsx').then((file) => file.ClosingDrawer))

const column = columnsOf<SignedReceiptRow>()
const columns = [
  column.link('receiptNo', 'signedReceipts:column.receiptNo', { width: 128, sortKey: 'receiptNo' }),
  column.link('waybillNo', 'waybills:column.waybillNo', {
    width: 128,
    pin: undefined as never,
    card: 'meta',
    // A driver sees the papers of what he drove, and no waybills.
    to: ({ waybillNo }) =>
      rightsOfPage(useSession.getState().menus, 'allWayBill').browse ? pathTo('waybill', { no: waybillNo }) : undefined,
  }),
  column.state('state', 'signedReceipts:column.state', {
    words: 'signedReceiptState',
    tone: ({ state }) => receiptTones[state],
  }),
  column.code('requirement', 'signedReceipts:column.requirement', 'receiptRequirement', { width: 92, card: 'meta' }),
  column.integer('copies', 'signedReceipts:column.copies', { total: 'copies', width: 64 }),
  column.text('customerName', 'signedReceipts:column.customer', {
    width: 160,
    card: 'meta',
    value: ({ customerName }) => customerName ?? i18n.t('waybills:filter.walkIn'),
  }),
  column.route('waybills:column.route', { width: 128 }),
  column.moment('signedAt', 'signedReceipts:column.signedAt', { sortKey: 'signedAt', card: 'aside' }),
  column.waited('waited', 'signedReceipts:column.waited', {
    width: 84,
    value: ({ signedAt, state }: SignedReceiptRow) => (state === 'done' || state === 'lost' ? null : signedAt),
  }),
  column.text('place', 'signedReceipts:column.place', { width: 108, card: 'fact' }),
  column.text('batchNo', 'signedReceipts:column.batchNo', { width: 128 }),
  column.text('expressNo', 'signedReceipts:column.expressNo', { width: 128 }),
  column.text('signer', 'signedReceipts:column.signer', { hidden: true }),
  column.integer('photos', 'signedReceipts:column.photos', { hidden: true }),
  column.text('handlerName', 'signedReceipts:column.handler', { hidden: true }),
  column.code('payMethod', 'waybills:column.payMethod', 'payMethod', { hidden: true }),
  column.money('receivable', 'signedReceipts:column.receivable', { hidden: true }),
  column.text('reason', 'signedReceipts:column.reason', { hidden: true, width: 160 }),
  column.moment('updatedAt', 'signedReceipts:column.updatedAt', { hidden: true, sortKey: 'updatedAt' }),
]
/** Where the paper lies and who has it stays in the company. */
const ofOurs = new Set(['place', 'batchNo', 'expressNo', 'handlerName', 'reason'])
const columnsOfCustomers = columns.filter(({ key }) => !ofOurs.has(key))
const defaults = { filter: { tab: 'toSign' } } as const

/** Bring the signed papers home, hundreds by scan (RT-16/receiptList). One opens with `?receipt=HD…`, scanning with `?scan=recover`. */
export default function ReceiptsPage() {
  const { t } = useTranslation(['signedReceipts', 'waybills'])
  const language = useLanguage()
  const may = useRight('receiptList')
  const isCustomer = useIsCustomer()
  const [search, setSearch] = useSearchParams()
  const [open, setOpen] = useOpen<'closing'>()
  const list = useList({
    call: getSignedReceipts,
    totals: getSignedReceiptTotals,
    exportCall: exportSignedReceipts,
    defaults,
  })
  const acts = useReceiptActs(list.acted)
  const put = (key: string, value: string | null) => {
    const next = new URLSearchParams(search)
    if (value === null) next.delete(key)
    else next.set(key, value)
    setSearch(next, { replace: true })
  }
  const shown = search.get(receiptKey)
  const step = may.edit ? signedReceiptSteps.find((one) => one === search.get(scanKey)) : undefined
  if (step !== undefined)
    return <ScanReceipts step={step} onStep={(next) => put(scanKey, next)} onClose={() => put(scanKey, null)} />
  return (
    <>
      <ListPage
        list={list}
        label={t('list')}
        columns={isCustomer ? columnsOfCustomers : columns}
        tabs={
          <ListTabs
            list={list}
            label={t('column.state')}
            tabs={signedReceiptStates}
            word={(tab) => wordFor('signedReceiptState', tab, language)}
            all={t('all')}
            tones={{ toSign: 'orange', abnormal: 'red' }}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('q')} />
            <LookupFilter {...list.field('customerId')} label={t('column.customer')} call={getCompanyChoices} />
            <RegionFilter {...list.field('to')} label={t('to')} />
            <ChoiceFilter {...list.field('requirement')} label={t('column.requirement')} type="receiptRequirement" />
            {!isCustomer && <SearchInput {...list.field('batchNo')} placeholder={t('column.batchNo')} />}
          </>
        }
        more={
          <>
            <DayRangeFilter {...list.range('bizFrom', 'bizTo')} label={t('waybills:column.bizDate')} />
            <DayRangeFilter {...list.range('signedFrom', 'signedTo')} label={t('column.signedAt')} />
            {!isCustomer && <OutletFilter {...list.field('outletId')} label={t('column.ownOutlet')} />}
            {!isCustomer && (
              <LookupFilter {...list.field('placeId')} label={t('column.place')} call={getOutletChoices} />
            )}
          </>
        }
        primary={
          may.edit && (
            <>
              <Button
                type="primary"
                icon={<ScanLine size={14} strokeWidth={1.75} />}
                onClick={() => put(scanKey, 'recover')}
              >
                {t('scan.open')}
              </Button>
              {may.approve && (
                <Button icon={<Settings2 size={14} strokeWidth={1.75} />} onClick={() => setOpen('closing')}>
                  {t('closing.open')}
                </Button>
              )}
            </>
          )
        }
        actions={acts.row}
        batch={acts.batch}
        isVoid={({ state }) => state === 'lost'}
        onOpen={({ receiptNo }) => put(receiptKey, receiptNo)}
        empty={<Empty title={t('empty')} />}
      />
      {acts.dialogs}
      {shown !== null && <ReceiptDrawer no={shown} onClose={() => put(receiptKey, null)} />}
      {open === 'closing' && <ClosingDrawer onClose={() => setOpen(null)} />}
    </>
  )
}
