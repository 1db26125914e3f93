import {
  type ComplaintRow,
  complaintTabs,
  exportComplaints,
  getComplaints,
  getComplaintTotals,
} from '@xunyun/contract/cases/complaints'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { getUsers } from '@xunyun/contract/system/calls'
import { Button } from 'antd'
import { Settings2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useOpen } from '../../shared/form/waiting.ts'
import { columnsOf } from '../../shared/grid/column.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { ChoiceFilter, DayRangeFilter, LookupFilter, OutletFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ListTabs } from '../../shared/list/ListTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight } from '../../shared/session/session.ts'
import { CallLink } from '../../shared/ui/CallLink.tsx'
import { late } from '../../shared/ui/late.tsx'
import { NewButton } from '../../shared/ui/NewButton.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { SettingDrawer } from '../watch/index.ts'
import { clockColumns } from './clockColumns.tsx'
import { caseKey, newKey } from './paths.ts'
import { complaintTones } from './tones.ts'
import { useComplaintActs } from './useComplaintActs.tsx'

const ComplaintDrawer = late(() => import('./ComplaintDrawer.tsx').then((file) => file.ComplaintDrawer))
const ComplaintForm = late(() => import('./ComplaintForm.tsx').then((file) => file.ComplaintForm))

const column = columnsOf<ComplaintRow>()
const columns = [
  column.link('complaintNo', 'cases:complaint.no', { width: 128 }),
  column.state('state', 'cases:complaint.state', {
    words: 'complaintState',
    tone: ({ state }) => complaintTones[state],
  }),
  ...clockColumns<ComplaintRow>(({ state }) => state === 'done'),
  column.text('customerName', 'cases:column.customer', { width: 160, card: 'meta' }),
  column.text('complainant', 'cases:complaint.complainant', { width: 84, card: 'meta' }),
  column.text('phone', 'cases:complaint.phone', { width: 112 }),
  column.code('category', 'cases:complaint.category', 'complaintCategory', { card: 'meta' }),
  column.integer('urgency', 'cases:complaint.urgency', { sortKey: 'urgency' }),
  column.link('waybillNo', 'cases:column.waybillNo', {
    width: 128,
    pin: undefined as never,
    card: 'meta',
    to: ({ waybillNo }) => pathTo('waybill', { no: waybillNo ?? '' }),
  }),
  column.text('text', 'cases:complaint.text', { width: 200 }),
  column.code('channel', 'cases:complaint.channel', 'complaintChannel', { hidden: true }),
  column.text('result', 'cases:complaint.result', { hidden: true, width: 180 }),
  column.money('amount', 'cases:complaint.amount', { hidden: true }),
  column.integer('satisfaction', 'cases:complaint.satisfaction', { hidden: true }),
  column.text('outletName', 'cases:column.outlet', { hidden: true }),
  column.moment('createdAt', 'cases:column.createdAt', { sortKey: 'createdAt', hidden: true }),
  column.moment('doneAt', 'cases:complaint.doneAt', { hidden: true }),
]
const numbers = (most: number) => Array.from({ length: most }, (_, at) => ({ value: at + 1, label: String(at + 1) }))
const defaults = { filter: { tab: 'open' } } as const

/** Answer in time, call back (RT-17/complaintList). One opens with `?case=TS…`. */
export default function ComplaintsPage() {
  const { t } = useTranslation(['cases', 'waybills', 'watch'])
  const language = useLanguage()
  const may = useRight('complaintList')
  const [search, setSearch] = useSearchParams()
  const [open, setOpen] = useOpen<'new' | 'setting'>()
  const list = useList({ call: getComplaints, totals: getComplaintTotals, exportCall: exportComplaints, defaults })
  const acts = useComplaintActs(list.acted)
  const set = (key: string, no: string | null) => {
    const next = new URLSearchParams(search)
    if (no === null) next.delete(key)
    else next.set(key, no)
    setSearch(next, { replace: true })
  }
  const show = (no: string | null) => set(caseKey, no)
  const shown = search.get(caseKey)
  const of = search.get(newKey)
  const create = may.edit && <NewButton onClick={() => setOpen('new')}>{t('complaint.new')}</NewButton>
  return (
    <>
      <ListPage
        list={list}
        label={t('complaint.list')}
        columns={columns}
        tabs={
          <ListTabs
            list={list}
            label={t('complaint.state')}
            tabs={complaintTabs}
            word={(tab) =>
              tab === 'outlet' || tab === 'escalated'
                ? t(`watch:tab.${tab}`)
                : tab === 'current' || tab === 'mine' || tab === 'overdue'
                  ? t(`tab.${tab}`)
                  : wordFor('complaintState', tab, language)
            }
            all={t('tab.all')}
            tones={{ open: 'orange', reopened: 'red', overdue: 'red', escalated: 'red' }}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('complaint.q')} />
            <ChoiceFilter
              {...list.field('categories')}
              label={t('complaint.category')}
              type="complaintCategory"
              multiple
            />
            <ChoiceFilter {...list.field('channel')} label={t('complaint.channel')} type="complaintChannel" />
            <LookupFilter {...list.field('ownerId')} label={t('column.owner')} call={getUsers} />
          </>
        }
        more={
          <>
            <ChoiceFilter {...list.field('urgency')} label={t('complaint.urgency')} options={numbers(3)} />
            <ChoiceFilter {...list.field('satisfaction')} label={t('complaint.satisfaction')} options={numbers(5)} />
            <LookupFilter {...list.field('customerId')} label={t('column.customer')} call={getCompanyChoices} />
            <DayRangeFilter {...list.range('createdFrom', 'createdTo')} label={t('column.createdAt')} />
            <OutletFilter {...list.field('outletId')} label={t('column.outlet')} />
          </>
        }
        primary={
          <>
            {create}
            {may.approve && (
              <Button icon={<Settings2 size={14} strokeWidth={1.75} />} onClick={() => setOpen('setting')}>
                {t('setting.open')}
              </Button>
            )}
          </>
        }
        actions={acts.row}
        batch={acts.batch}
        cardAction={(row) => <CallLink phone={row.phone} name={row.complainant} />}
        onOpen={({ complaintNo }) => show(complaintNo)}
        empty={<Empty title={t('complaint.empty')}>{create}</Empty>}
      />
      {acts.dialogs}
      {shown !== null && <ComplaintDrawer no={shown} onClose={() => show(null)} />}
      {open === 'new' && <ComplaintForm id={null} onClose={() => setOpen(null)} />}
      {of !== null && <ComplaintForm id={null} waybillNo={of} onClose={() => set(newKey, null)} />}
      {open === 'setting' && <SettingDrawer list="complaint" onClose={() => setOpen(null)} />}
    </>
  )
}
