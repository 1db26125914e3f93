import {
  type ApprovalRow,
  type ApprovalTab,
  decideApprovals,
  exportApprovals,
  getApprovals,
  getApprovalTotals,
  withdrawApprovals,
} from '@xunyun/contract/approvals/calls'
import { getCompanyChoices, getOutletChoices } from '@xunyun/contract/companies/calls'
import { getUsers } from '@xunyun/contract/system/calls'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../../shared/action/ReasonDialog.tsx'
import { useBatch } from '../../shared/action/useBatch.ts'
import { useJustChanged } from '../../shared/action/useJustChanged.ts'
import type { RowAction } from '../../shared/grid/types.ts'
import { ChoiceFilter, DayRangeFilter, LookupFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { StateTabs } from '../../shared/list/StateTabs.tsx'
import type { BatchAction } from '../../shared/list/Toolbar.tsx'
import { useList } from '../../shared/list/useList.ts'
import { late } from '../../shared/ui/late.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import styles from './Approvals.module.css'
import { inboxes } from './inboxes.ts'

const ApprovalDrawer = late(() => import('./ApprovalDrawer.tsx').then((file) => file.ApprovalDrawer))

const TransferDialog = late(() => import('./TransferDialog.tsx').then((file) => file.TransferDialog))

const refresh = ['/api/Approvals/', '/api/Waybills/', '/api/TransportPrices/', '/api/Costs/', '/api/Workbench/']
/** With the opinion that was already typed. */
type Rejecting = { readonly rows: readonly ApprovalRow[]; readonly opinion: string }
const tabs: readonly ApprovalTab[] = ['mine', 'decided', 'submitted']

/** The one page of all reviews (RT-15, RT-16/priceCheck): what waits for me, what I decided, what I asked for. */
export function Inbox({ page }: { page: keyof typeof inboxes }) {
  const { t } = useTranslation('approvals')
  const { bizType, reasons, columns } = inboxes[page]
  const keepFilter = useMemo(() => (bizType ? { bizTypes: [bizType] } : undefined), [bizType])
  const [shown, setShown] = useState<number | null>(null)
  const [passing, setPassing] = useState<readonly ApprovalRow[] | null>(null)
  const [rejecting, setRejecting] = useState<Rejecting | null>(null)
  const [approvingMany, setApprovingMany] = useState<readonly ApprovalRow[] | null>(null)
  const list = useList({
    call: getApprovals,
    totals: getApprovalTotals,
    exportCall: exportApprovals,
    ...(keepFilter ? { keepFilter } : {}),
  })
  const approving = useBatch(decideApprovals, { title: t('done.approve'), refresh, onDone: list.acted })
  const sendingBack = useBatch(decideApprovals, { title: t('done.reject'), refresh, onDone: list.acted })
  const withdraw = useBatch(withdrawApprovals, { title: t('done.withdraw'), refresh, onDone: list.acted })
  const quietly = (running: Promise<unknown>) => void running.catch(() => undefined)
  const idsOf = (rows: readonly ApprovalRow[]) => rows.map(({ id }) => id)
  const approve = async (rows: readonly ApprovalRow[], opinion = '') => {
    const outcomes = await approving.run(
      { ids: idsOf(rows), decision: 'approve', opinion: opinion || undefined },
      { no: rows[0]?.docNo },
    )
    if (outcomes.refused.length === 0) afterwards(rows)
  }
  const reject = (rows: readonly ApprovalRow[], opinion = '') => setRejecting({ rows, opinion })
  // Decided in the list, the next one comes to stand under the thumb or the pointer.
  const justMoved = useJustChanged(list.rows.length === 0 ? undefined : idsOf(list.rows).join())
  /** Decided in its drawer: the next one that waits, else the list. */
  const afterwards = (rows: readonly ApprovalRow[]) => {
    if (shown === null || !rows.some(({ id }) => id === shown)) return
    const at = list.rows.findIndex(({ id }) => id === shown)
    const waits = (row: ApprovalRow) => row.mayDecide && row.id !== shown
    const next = list.rows.slice(at + 1).find(waits) ?? list.rows.find(waits)
    setShown(next?.id ?? null)
  }
  const counts = list.totals?.tabs

  const actions = (row: ApprovalRow): RowAction[] => [
    ...(row.mayDecide
      ? [
          { key: 'approve', label: t('act.approve'), onClick: () => justMoved() || quietly(approve([row])) },
          { key: 'reject', label: t('act.reject'), onClick: () => reject([row]), danger: true },
          { key: 'transfer', label: t('act.transfer'), onClick: () => setPassing([row]) },
        ]
      : []),
    ...(row.mayWithdraw
      ? [
          {
            key: 'withdraw',
            label: t('act.withdraw'),
            onClick: () => quietly(withdraw.run({ ids: [row.id] })),
          },
        ]
      : []),
    { key: 'open', label: t('act.open'), onClick: () => setShown(row.id) },
  ]
  const batch = (rows: readonly ApprovalRow[]): BatchAction[] => [
    ...(rows.some(({ mayDecide }) => mayDecide)
      ? [
          {
            key: 'approve',
            label: t('act.approveCount', { count: rows.length }),
            onClick: () => (rows.length > 1 ? setApprovingMany(rows) : quietly(approve(rows))),
          },
          { key: 'reject', label: t('act.reject'), onClick: () => reject(rows), danger: true },
          { key: 'transfer', label: t('act.transfer'), onClick: () => setPassing(rows) },
        ]
      : []),
    ...(rows.some(({ mayWithdraw }) => mayWithdraw)
      ? [{ key: 'withdraw', label: t('act.withdraw'), onClick: () => quietly(withdraw.run({ ids: idsOf(rows) })) }]
      : []),
  ]
  const [first] = rejecting?.rows ?? []

  return (
    <>
      <ListPage
        list={list}
        label={t('list')}
        columns={columns}
        tabs={
          <StateTabs
            label={t('tabs')}
            value={list.filter.tab}
            onChange={(tab) => list.setFilter({ tab })}
            tabs={tabs.map((tab) => ({
              value: tab === 'mine' ? undefined : tab,
              label: t(`tab.${tab}`),
              count: counts?.[tab],
              tone: tab === 'mine' ? ('orange' as const) : undefined,
            }))}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('filter.q')} />
            {!bizType && <ChoiceFilter {...list.field('bizTypes')} label={t('column.type')} type="bizType" multiple />}
            <ChoiceFilter
              {...list.field('reasons')}
              label={t('column.reason')}
              type="approvalReason"
              only={reasons}
              multiple
              width={160}
            />
            <LookupFilter
              {...list.field('companyId')}
              label={t('column.company')}
              call={getCompanyChoices}
              width={200}
            />
          </>
        }
        more={
          <>
            <LookupFilter {...list.field('applicantId')} label={t('column.applicant')} call={getUsers} />
            <LookupFilter {...list.field('outletId')} label={t('column.outlet')} call={getOutletChoices} />
            <DayRangeFilter {...list.range('appliedFrom', 'appliedTo')} label={t('column.appliedAt')} />
            <ChoiceFilter {...list.field('states')} label={t('column.state')} type="approvalState" multiple />
          </>
        }
        actions={actions}
        batch={batch}
        cardAction={(row) =>
          row.mayDecide && (
            <span className={styles.thumb} data-thumb>
              <Button danger onClick={() => justMoved() || reject([row])}>
                {t('act.reject')}
              </Button>
              <Button type="primary" onClick={() => justMoved() || quietly(approve([row]))}>
                {t('act.approve')}
              </Button>
            </span>
          )
        }
        isVoid={(row) => row.state === 'withdrawn'}
        onOpen={(row) => setShown(row.id)}
        empty={<Empty title={t(list.filter.tab === undefined ? 'empty.mine' : 'empty.other')} />}
      />
      {shown !== null && (
        <ApprovalDrawer
          id={shown}
          rows={list.rows}
          onShow={setShown}
          onApprove={(row, opinion) => quietly(approve([row], opinion))}
          onReject={(row, opinion) => reject([row], opinion)}
          onClose={() => setShown(null)}
        />
      )}
      {passing && (
        <TransferDialog rows={passing} refresh={refresh} onDone={list.acted} onClose={() => setPassing(null)} />
      )}
      {approvingMany && (
        <ReasonDialog
          title={t('act.approveCount', { count: approvingMany.length })}
          label={t('approve.opinion')}
          yes={t('act.approve')}
          optional
          maxLength={300}
          onClose={() => setApprovingMany(null)}
          onSubmit={(opinion) => approve(approvingMany, opinion)}
        />
      )}
      {rejecting && (
        <ReasonDialog
          title={
            rejecting.rows.length === 1
              ? t('reject.one', { no: first?.docNo ?? '' })
              : t('reject.many', { count: rejecting.rows.length })
          }
          label={t('reject.opinion')}
          initial={rejecting.opinion}
          yes={t('act.reject')}
          danger
          maxLength={300}
          onClose={() => setRejecting(null)}
          onSubmit={async (opinion) => {
            const outcomes = await sendingBack.run(
              { ids: idsOf(rejecting.rows), decision: 'reject', opinion },
              { no: first?.docNo },
            )
            if (outcomes.refused.length === 0) afterwards(rejecting.rows)
          }}
        />
      )}
    </>
  )
}
