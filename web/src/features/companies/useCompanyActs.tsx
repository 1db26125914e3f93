import {
  assignSalesman,
  type CompanyRow,
  deleteCompanies,
  setCompaniesBlacklisted,
  setCompaniesEnabled,
} from '@xunyun/contract/companies/calls'
import type { PageKey } from '@xunyun/contract/pages'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { ReasonDialog } from '../../shared/action/ReasonDialog.tsx'
import { useBatch } from '../../shared/action/useBatch.ts'
import { useMasterActs } from '../../shared/action/useMasterActs.ts'
import { useComments } from '../../shared/detail/useComments.tsx'
import type { RowAction } from '../../shared/grid/types.ts'
import type { BatchAction } from '../../shared/list/Toolbar.tsx'
import { useRight, useSession } from '../../shared/session/session.ts'
import { late } from '../../shared/ui/late.tsx'
import { useContactPage } from './entries.ts'

const AssignDialog = late(() => import('./AssignDialog.tsx').then((file) => file.AssignDialog))
const MergeDialog = late(() => import('./MergeDialog.tsx').then((file) => file.MergeDialog))

type Asking = { readonly kind: 'blacklist' | 'unblacklist' | 'assign' | 'merge'; readonly rows: readonly CompanyRow[] }
type Options = {
  readonly page: PageKey
  readonly onDone: () => void
  readonly onChange: (row: CompanyRow) => void
  readonly onHistory: (row: CompanyRow) => void
}

const refresh = ['/api/Companies/']
const idsOf = (rows: readonly CompanyRow[]) => rows.map(({ id }) => id)

/** What can be done to companies from their list, with the dialogs that go with it. */
export function useCompanyActs({ page, onDone, onChange, onHistory }: Options) {
  const { t } = useTranslation(['companies', 'ui'])
  const navigate = useNavigate()
  const may = useRight(page)
  const seesAll = useSession(({ userInfo }) => userInfo?.scope === 'all')
  const contactPage = useContactPage()
  const talk = useComments('company')
  const [asking, setAsking] = useState<Asking | null>(null)
  const blacklist = useBatch(setCompaniesBlacklisted, { title: t('done.blacklist'), refresh, onDone })
  const unblacklist = useBatch(setCompaniesBlacklisted, { title: t('done.unblacklist'), refresh, onDone })
  const assign = useBatch(assignSalesman, { title: t('done.assign'), refresh, onDone })
  const master = useMasterActs<CompanyRow>({
    enabling: setCompaniesEnabled,
    removing: deleteCompanies,
    refresh,
    may: may.approve,
    nameOf: ({ name }) => name,
    refusedOf: (row) => (row.mayApprove ? null : t('act.beyond')),
    onDone,
  })

  const contactsOf = (row: CompanyRow): RowAction[] => {
    const key = contactPage(row.roles) as 'contactCustomer' | null
    return key === null
      ? []
      : [
          {
            key: 'contacts',
            label: t('act.contacts'),
            onClick: () => void navigate(`${pathTo(key)}?companyId=${row.id}`),
          },
        ]
  }
  const blacklisting = (row: CompanyRow): RowAction[] => {
    const kind = row.blacklisted ? 'unblacklist' : 'blacklist'
    const refused = row.mayApprove ? null : t('act.beyond')
    const onClick = () => setAsking({ kind, rows: [row] })
    return may.approve ? [{ key: kind, label: t(`act.${kind}`), danger: !row.blacklisted, refused, onClick }] : []
  }

  /** An outlet is never merged: it is not offered there. */
  const merging = (rows: readonly CompanyRow[]): BatchAction[] => {
    if (!may.approve || rows.some(({ roles }) => roles.includes('own'))) return []
    const beyond = rows.every(({ mayApprove }) => mayApprove) ? null : t('act.beyond')
    const refused = seesAll ? beyond : t('act.mergeScope')
    return [
      { key: 'merge', label: t('act.merge'), danger: true, refused, onClick: () => setAsking({ kind: 'merge', rows }) },
    ]
  }

  const rowActions = (row: CompanyRow): RowAction[] => [
    ...(may.edit
      ? [
          {
            key: 'change',
            label: t('ui:master.change'),
            refused: row.mayEdit ? null : t('act.beyond'),
            onClick: () => onChange(row),
          },
        ]
      : []),
    ...contactsOf(row),
    ...blacklisting(row),
    ...merging([row]),
    ...master.rowActions(row),
    ...talk.rowAction(row.id, row.name),
    { key: 'history', label: t('ui:master.history'), onClick: () => onHistory(row) },
  ]

  const blacklistMany = (rows: readonly CompanyRow[]): BatchAction[] => {
    const clean = rows.filter(({ blacklisted }) => !blacklisted)
    if (!may.approve || clean.length === 0) return []
    const refused = clean.some(({ mayApprove }) => mayApprove) ? null : t('act.beyond')
    const onClick = () => setAsking({ kind: 'blacklist', rows: clean })
    return [{ key: 'blacklist', label: t('act.blacklist'), danger: true, refused, onClick }]
  }

  const batchActions = (rows: readonly CompanyRow[]): BatchAction[] => [
    ...(may.edit
      ? [
          {
            key: 'assign',
            label: t('act.assign'),
            refused: rows.some(({ mayEdit }) => mayEdit) ? null : t('act.beyond'),
            onClick: () => setAsking({ kind: 'assign', rows }),
          },
        ]
      : []),
    ...blacklistMany(rows),
    ...(rows.length > 1 && rows.length <= 20 ? merging(rows) : []),
    ...master.batchActions(rows),
  ]

  const close = () => setAsking(null)
  const [first] = asking?.rows ?? []
  const dialogs =
    asking === null || first === undefined ? null : asking.kind === 'merge' ? (
      <MergeDialog rows={asking.rows} refresh={refresh} onDone={onDone} onClose={close} />
    ) : asking.kind === 'assign' ? (
      <AssignDialog
        rows={asking.rows}
        pending={assign.pending}
        onSubmit={(salesmanId) => assign.run({ ids: idsOf(asking.rows), salesmanId })}
        onClose={close}
      />
    ) : (
      <ReasonDialog
        title={
          asking.rows.length === 1
            ? t(`ask.${asking.kind}`, { name: first.name })
            : t('ask.blacklistMany', { count: asking.rows.length })
        }
        text={asking.kind === 'blacklist' ? t('ask.blacklistText') : undefined}
        yes={t(`act.${asking.kind}`)}
        danger={asking.kind === 'blacklist'}
        onClose={close}
        onSubmit={(reason) =>
          asking.kind === 'blacklist'
            ? blacklist.run({ ids: idsOf(asking.rows), blacklisted: true, reason })
            : unblacklist.run({ ids: idsOf(asking.rows), blacklisted: false, reason })
        }
      />
    )
  return {
    rowActions,
    batchActions,
    dialogs: (
      <>
        {dialogs}
        {talk.sheet}
      </>
    ),
  }
}
