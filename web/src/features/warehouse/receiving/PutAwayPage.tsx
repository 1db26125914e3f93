import { wordFor } from '@xunyun/contract/dictionary'
import { getItemChoices } from '@xunyun/contract/warehouse/masters/items'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import {
  exportPutAways,
  getPutAways,
  getPutAwayTotals,
  type PutAwayRow,
  putAwayAsSuggested,
  takeBackPutAway,
} from '@xunyun/contract/warehouse/receiving/calls'
import { Button } from 'antd'
import { ScanLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { useOpen } from '../../../shared/form/waiting.ts'
import type { RowAction } from '../../../shared/grid/types.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { ChoiceFilter, LookupFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
import type { BatchAction } from '../../../shared/list/Toolbar.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useRight } from '../../../shared/session/session.ts'
import { confirm } from '../../../shared/ui/confirm.ts'
import { late } from '../../../shared/ui/late.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { inboundPaths } from './paths.ts'
import { putAwayColumns } from './putAwayColumns.tsx'

const PutAwayForm = late(() => import('./PutAwayForm.tsx').then((file) => file.PutAwayForm))

const defaults = { filter: { tab: 'waiting' } } as const
/** What was taken back before it was put away is in 全部 alone. */
const tabs = ['waiting', 'done'] as const

/** Bring received goods to the right place. */
export default function PutAwayPage() {
  const { t } = useTranslation('warehouse/receiving')
  const language = useLanguage()
  const navigate = useNavigate()
  const may = useRight('ground')
  const [task, setTask] = useOpen<PutAwayRow>()
  const list = useList({ call: getPutAways, totals: getPutAwayTotals, exportCall: exportPutAways, defaults })
  const common = { refresh: inboundPaths, onDone: list.acted }
  const asSuggested = useBatch(putAwayAsSuggested, { title: t('act.asSuggested'), ...common })
  const back = useBatch(takeBackPutAway, { title: t('act.takeBack'), ...common })
  const idsOf = (rows: readonly PutAwayRow[]) => rows.map(({ id }) => id)
  const ask = async (rows: readonly PutAwayRow[]) => {
    const yes = await confirm({
      title: t('ground.takeBackAsk', { count: rows.length }),
      text: t('ground.takeBackText'),
      yes: t('act.takeBack'),
      danger: true,
    })
    if (yes) await back.run({ ids: idsOf(rows) })
  }
  const takeBack = (rows: readonly PutAwayRow[]) => ({
    key: 'takeBack',
    label: t('act.takeBack'),
    danger: true,
    onClick: () => void ask(rows).catch(() => undefined),
  })
  const actions = (row: PutAwayRow): RowAction[] => [
    ...(may.edit && row.state === 'waiting'
      ? [{ key: 'putAway', label: t('act.putAway'), onClick: () => setTask(row) }]
      : []),
    ...(may.approve && row.state === 'done' ? [takeBack([row])] : []),
  ]
  const batch = (rows: readonly PutAwayRow[]): BatchAction[] => {
    const waiting = rows.filter(({ state }) => state === 'waiting')
    const done = rows.filter(({ state }) => state === 'done')
    return [
      ...(may.edit && waiting.length > 0
        ? [
            {
              key: 'asSuggested',
              label: t('act.asSuggestedCount', { count: waiting.length }),
              onClick: () => void asSuggested.run({ ids: idsOf(waiting) }).catch(() => undefined),
            },
          ]
        : []),
      ...(may.approve && done.length > 0 ? [takeBack(done)] : []),
    ]
  }
  return (
    <>
      <ListPage
        list={list}
        label={t('ground.list')}
        columns={putAwayColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('field.state')}
            tabs={tabs}
            word={(tab) => wordFor('putAwayState', tab, language)}
            all={t('tab.all')}
            allFirst
            tones={{ waiting: 'orange' }}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('ground.q')} />
            <LookupFilter {...list.field('warehouseId')} label={t('field.warehouse')} call={getWarehouseChoices} />
            <LookupFilter {...list.field('ownerId')} label={t('field.ownerName')} call={getOwnerChoices} width={200} />
            <ChoiceFilter {...list.field('quality')} label={t('field.quality')} type="quality" />
          </>
        }
        more={<LookupFilter {...list.field('itemId')} label={t('field.itemNo')} call={getItemChoices} width={220} />}
        primary={
          may.edit && (
            <Button
              type="primary"
              icon={<ScanLine size={14} strokeWidth={1.75} />}
              onClick={() => void navigate(pathTo('groundScan', { no: '' }))}
            >
              {t('act.scanGround')}
            </Button>
          )
        }
        actions={actions}
        batch={batch}
        isVoid={(row) => row.state === 'cancelled'}
        onOpen={(row) => may.edit && row.state === 'waiting' && setTask(row)}
        empty={<Empty title={t('ground.none')} />}
      />
      {task && <PutAwayForm key={task.id} task={task} onClose={() => setTask(null)} />}
    </>
  )
}
