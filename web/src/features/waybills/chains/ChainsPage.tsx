import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import {
  type ChainRow,
  type ChainTab,
  chainTabs,
  checkSeals,
  downloadChain,
  exportChains,
  getChains,
  getChainTotals,
  verifyAllChains,
  verifyChains,
} from '@xunyun/contract/waybills/chains'
import { Button } from 'antd'
import { ShieldCheck, Stamp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { download } from '../../../shared/api/download.ts'
import type { RowAction } from '../../../shared/grid/types.ts'
import { watchJobs } from '../../../shared/jobs/jobs.ts'
import { ChoiceFilter, DayRangeFilter, LookupFilter, OutletFilter, SearchInput } from '../../../shared/list/filters.tsx'
import { ListPage } from '../../../shared/list/ListPage.tsx'
import { ListTabs } from '../../../shared/list/ListTabs.tsx'
import { useList } from '../../../shared/list/useList.ts'
import { useIsCustomer, useRight } from '../../../shared/session/session.ts'
import { late } from '../../../shared/ui/late.tsx'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { toast } from '../../../shared/ui/toasts.ts'
import { chainColumns } from './chainColumns.tsx'

const ChainDrawer = late(() => import('./ChainDrawer.tsx').then((file) => file.ChainDrawer))

const refresh = ['/api/Chains/']
/** As many as one call takes. */
const atOnce = 1000
const tones: Partial<Record<ChainTab, 'orange' | 'red'>> = { broken: 'red', unchecked: 'orange' }

/** Prove that a history is untouched; find the waybills of walk-ins. */
export default function ChainsPage() {
  const { t } = useTranslation('waybills')
  const may = useRight('hashList')
  const [shown, setShown] = useState<ChainRow | null>(null)
  const list = useList({ call: getChains, totals: getChainTotals, exportCall: exportChains })
  const verify = useAction(verifyChains, { refresh })
  const verifyAll = useAction(verifyAllChains)
  const seals = useAction(checkSeals)
  const isCustomer = useIsCustomer()

  const check = async (rows: readonly ChainRow[]) => {
    const ids = rows.slice(0, atOnce).map(({ id }) => id)
    const { whole, broken } = await verify.run({ ids })
    if (broken.length === 0) toast.success(t('chain.allWhole', { count: whole }))
    else
      toast.error(t('chain.someBroken', { count: broken.length }), {
        detail: broken
          .slice(0, 5)
          .map(({ no, brokenAt }) => t('chain.brokenLine', { no, at: brokenAt }))
          .join(' · '),
      })
    list.acted(undefined, ids)
  }
  const all = async () => {
    await verifyAll.run({})
    toast.info(t('chain.started'), { detail: t('chain.startedHint') })
    watchJobs()
  }
  const compare = async () => {
    const days = await seals.run({})
    const wrong = days.filter(({ state }) => state !== 'holds')
    if (days.length === 0) toast.info(t('seal.none'))
    else if (wrong.length === 0) toast.success(t('seal.holds', { count: days.length }))
    else
      toast.error(t('seal.differs', { count: wrong.length }), {
        detail: wrong.map(({ day, state }) => `${day} ${t(`seal.${state}`)}`).join(' · '),
      })
  }
  const quietly = (running: Promise<unknown>) => void running.catch(() => undefined)
  const actions = (row: ChainRow): RowAction[] => [
    ...(may.edit ? [{ key: 'verify', label: t('chain.verify'), onClick: () => quietly(check([row])) }] : []),
    { key: 'events', label: t('chain.events'), onClick: () => setShown(row) },
    // The file holds what was said inside.
    ...(isCustomer
      ? []
      : [
          {
            key: 'download',
            label: t('chain.download'),
            onClick: () => quietly(download(downloadChain, { id: row.id })),
          },
        ]),
  ]
  return (
    <>
      <ListPage
        list={list}
        label={t('chain.list')}
        columns={chainColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('chain.state')}
            tabs={chainTabs.filter((tab) => !isCustomer || tab !== 'walkIn')}
            word={(tab) => t(`chain.tab.${tab}`)}
            all={t('tab.all')}
            allFirst
            tones={tones}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.q')} />
            {!isCustomer && (
              <LookupFilter {...list.field('customerId')} label={t('filter.customer')} call={getCompanyChoices} />
            )}
            <DayRangeFilter {...list.range('bizFrom', 'bizTo')} label={t('filter.bizDate')} />
            {!isCustomer && <OutletFilter {...list.field('outletId')} label={t('filter.outlet')} />}
          </>
        }
        more={<ChoiceFilter {...list.field('states')} label={t('filter.state')} type="waybillState" multiple />}
        primary={
          may.edit && (
            <>
              {!isCustomer && (
                <Button
                  loading={seals.pending}
                  icon={<Stamp size={14} strokeWidth={1.75} />}
                  onClick={() => quietly(compare())}
                >
                  {t('seal.check')}
                </Button>
              )}
              <Button
                loading={verifyAll.pending}
                icon={<ShieldCheck size={14} strokeWidth={1.75} />}
                onClick={() => quietly(all())}
              >
                {t('chain.verifyAll')}
              </Button>
            </>
          )
        }
        actions={actions}
        batch={(rows) =>
          may.edit
            ? [
                {
                  key: 'verify',
                  label: t('chain.verifyCount', { count: rows.length }),
                  refused: rows.length > atOnce ? t('chain.tooMany', { most: atOnce }) : null,
                  onClick: () => quietly(check(rows)),
                },
              ]
            : []
        }
        onOpen={setShown}
        empty={<Empty title={t('chain.empty')} />}
      />
      {shown && <ChainDrawer id={shown.id} no={shown.waybillNo} onClose={() => setShown(null)} />}
    </>
  )
}
