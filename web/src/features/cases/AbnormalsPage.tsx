import {
  type AbnormalRow,
  abnormalTabs,
  exportAbnormals,
  getAbnormals,
  getAbnormalTotals,
} from '@xunyun/contract/cases/abnormals'
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
import { i18n } from '../../shared/i18n/i18n.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { ChoiceFilter, DayRangeFilter, LookupFilter, OutletFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ListTabs } from '../../shared/list/ListTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight } from '../../shared/session/session.ts'
import { late } from '../../shared/ui/late.tsx'
import { NewButton } from '../../shared/ui/NewButton.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { SettingDrawer } from '../watch/index.ts'
import { clockColumns } from './clockColumns.tsx'
import { caseKey, newKey } from './paths.ts'
import { abnormalTones } from './tones.ts'
import { useAbnormalActs } from './useAbnormalActs.tsx'

const AbnormalDrawer = late(() => import('./AbnormalDrawer.tsx').then((file) => file.AbnormalDrawer))
const NewAbnormal = late(() => import('./NewAbnormal.tsx').then((file) => file.NewAbnormal))

const column = columnsOf<AbnormalRow>()
const columns = [
  column.link('abnormalNo', 'cases:column.abnormalNo', { width: 128 }),
  column.code('type', 'cases:column.type', 'abnormalType', { card: 'meta' }),
  column.state('state', 'cases:column.state', { words: 'abnormalState', tone: ({ state }) => abnormalTones[state] }),
  ...clockColumns<AbnormalRow>(({ state }) => state === 'closed'),
  column.link('waybillNo', 'cases:column.waybillNo', {
    width: 128,
    pin: undefined as never,
    card: 'meta',
    to: ({ waybillNo }) => pathTo('waybill', { no: waybillNo }),
  }),
  column.text('customerName', 'cases:column.customer', {
    width: 160,
    value: ({ customerName }) => customerName ?? i18n.t('waybills:filter.walkIn'),
  }),
  column.integer('pieces', 'cases:column.pieces', { sortKey: 'pieces', total: 'pieces', card: 'fact' }),
  column.money('loss', 'cases:column.loss', { sortKey: 'loss', total: 'loss', card: 'fact' }),
  column.code('responsible', 'cases:column.responsible', 'responsible'),
  column.code('dealing', 'cases:column.dealing', 'abnormalDealing'),
  column.text('text', 'cases:column.text', { width: 180 }),
  column.code('node', 'cases:column.node', 'trackNode', { hidden: true }),
  column.moment('happenedAt', 'cases:column.happenedAt', { sortKey: 'happenedAt', hidden: true }),
  column.route('waybills:column.route', { hidden: true }),
  column.text('responsibleName', 'cases:column.responsibleName', { hidden: true }),
  column.money('amount', 'cases:column.amount', { hidden: true }),
  column.text('applicationNo', 'cases:column.applicationNo', { hidden: true, width: 128 }),
  column.text('result', 'cases:column.result', { hidden: true, width: 160 }),
  column.moment('createdAt', 'cases:column.createdAt', { sortKey: 'createdAt', hidden: true }),
  column.text('createdByName', 'cases:column.createdBy', { hidden: true, exportKey: 'createdByName' }),
  column.moment('closedAt', 'cases:column.closedAt', { hidden: true }),
]
const defaults = { filter: { tab: 'open' } } as const

/** Bring each case to a decision (RT-17/abnormalList). One opens with `?case=YC…`. */
export default function AbnormalsPage() {
  const { t } = useTranslation(['cases', 'waybills', 'watch'])
  const language = useLanguage()
  const may = useRight('abnormalList')
  const [search, setSearch] = useSearchParams()
  const [open, setOpen] = useOpen<'new' | 'setting'>()
  const list = useList({
    call: getAbnormals,
    totals: getAbnormalTotals,
    exportCall: exportAbnormals,
    defaults,
  })
  const acts = useAbnormalActs(list.acted)
  const set = (key: string, no: string | null) => {
    const next = new URLSearchParams(search)
    if (no === null) next.delete(key)
    else next.set(key, no)
    setSearch(next, { replace: true })
  }
  const show = (no: string | null) => set(caseKey, no)
  const shown = search.get(caseKey)
  const of = search.get(newKey)
  const create = may.edit && <NewButton onClick={() => setOpen('new')}>{t('abnormal.new')}</NewButton>
  return (
    <>
      <ListPage
        list={list}
        label={t('abnormal.list')}
        columns={columns}
        tabs={
          <ListTabs
            list={list}
            label={t('column.state')}
            tabs={abnormalTabs}
            word={(tab) =>
              tab === 'outlet' || tab === 'escalated'
                ? t(`watch:tab.${tab}`)
                : tab === 'current' || tab === 'mine' || tab === 'overdue'
                  ? t(`tab.${tab}`)
                  : wordFor('abnormalState', tab, language)
            }
            all={t('tab.all')}
            tones={{ open: 'orange', overdue: 'red', escalated: 'red' }}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('abnormal.q')} />
            <ChoiceFilter {...list.field('types')} label={t('column.type')} type="abnormalType" multiple />
            <ChoiceFilter {...list.field('responsible')} label={t('column.responsible')} type="responsible" />
            <LookupFilter {...list.field('ownerId')} label={t('column.owner')} call={getUsers} />
          </>
        }
        more={
          <>
            <ChoiceFilter {...list.field('dealing')} label={t('column.dealing')} type="abnormalDealing" />
            <LookupFilter {...list.field('customerId')} label={t('column.customer')} call={getCompanyChoices} />
            <DayRangeFilter {...list.range('happenedFrom', 'happenedTo')} label={t('column.happenedAt')} />
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
        isVoid={({ state }) => state === 'closed'}
        onOpen={({ abnormalNo }) => show(abnormalNo)}
        empty={<Empty title={t('abnormal.empty')}>{create}</Empty>}
      />
      {acts.dialogs}
      {shown !== null && <AbnormalDrawer no={shown} onClose={() => show(null)} />}
      {open === 'new' && <NewAbnormal onClose={() => setOpen(null)} />}
      {of !== null && <NewAbnormal waybillNo={of} onClose={() => set(newKey, null)} />}
      {open === 'setting' && <SettingDrawer list="abnormal" onClose={() => setOpen(null)} />}
    </>
  )
}
