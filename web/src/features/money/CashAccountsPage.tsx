import { useQuery } from '@tanstack/react-query'
import {
  type CashAccountRow,
  cashAccountTabs,
  exportCashAccounts,
  getCashAccount,
  getCashAccountHistory,
  getCashAccounts,
  getCashAccountTotals,
  setCashAccountsEnabled,
} from '@xunyun/contract/money/accounts'
import { pageOf } from '@xunyun/contract/pages'
import { Button } from 'antd'
import { ArrowLeftRight, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useMasterActs } from '../../shared/action/useMasterActs.ts'
import { q } from '../../shared/api/query.ts'
import { useHistory } from '../../shared/detail/useHistory.tsx'
import { useOpen } from '../../shared/form/waiting.ts'
import type { RowAction } from '../../shared/grid/types.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { ChoiceFilter, OutletFilter, SearchInput } from '../../shared/list/filters.tsx'
import { ListPage } from '../../shared/list/ListPage.tsx'
import { ListTabs } from '../../shared/list/ListTabs.tsx'
import { useList } from '../../shared/list/useList.ts'
import { useRight } from '../../shared/session/session.ts'
import { late } from '../../shared/ui/late.tsx'
import { NewButton } from '../../shared/ui/NewButton.tsx'
import { Empty } from '../../shared/ui/Notice.tsx'
import { accountColumns } from './accountColumns.tsx'
import { useCashAccountHistory } from './accountHistory.ts'

const CashAccountForm = late(() => import('./CashAccountForm.tsx').then((file) => file.CashAccountForm))
const JournalSheet = late(() => import('./JournalSheet.tsx').then((file) => file.JournalSheet))
const ProveSheet = late(() => import('./ProveSheet.tsx').then((file) => file.ProveSheet))
const TransferForm = late(() => import('./TransferForm.tsx').then((file) => file.TransferForm))

const refresh = ['/api/Money/']
const defaults = { filter: { tab: 'enabled' }, sort: { key: 'name', dir: 'asc' } } as const

type Open =
  | { readonly what: 'form'; readonly account: CashAccountRow | null }
  | { readonly what: 'journal'; readonly account: CashAccountRow }
  | { readonly what: 'transfer'; readonly account: CashAccountRow | null }

/** Where the money lies, and what moved it. */
export default function CashAccountsPage() {
  const { t } = useTranslation(['money', 'ui'])
  const language = useLanguage()
  const may = useRight('cashAccount')
  const [open, setOpen] = useOpen<Open>()
  const [search, setSearch] = useSearchParams()
  const list = useList({
    call: getCashAccounts,
    totals: getCashAccountTotals,
    exportCall: exportCashAccounts,
    defaults,
  })
  const master = useMasterActs<CashAccountRow>({
    enabling: setCashAccountsEnabled,
    refresh,
    may: may.approve,
    nameOf: ({ name }) => name,
    onDone: list.acted,
  })
  const history = useHistory(getCashAccountHistory, useCashAccountHistory())
  const create = may.edit && <NewButton onClick={() => setOpen({ what: 'form', account: null })}>{t('new')}</NewButton>
  const journal = (account: CashAccountRow) => setOpen({ what: 'journal', account })
  const actions = (account: CashAccountRow): RowAction[] => [
    { key: 'journal', label: t('journal.open'), onClick: () => journal(account) },
    ...(may.edit
      ? [
          ...(account.enabled
            ? [{ key: 'transfer', label: t('transfer.open'), onClick: () => setOpen({ what: 'transfer', account }) }]
            : []),
          { key: 'change', label: t('ui:master.change'), onClick: () => setOpen({ what: 'form', account }) },
        ]
      : []),
    ...master.rowActions(account),
    history.action(account.id, account.name),
  ]
  const close = () => setOpen(null)
  /** A transfer leads to the journal of the account on its other side: `?journal=12`. */
  const led = Number(search.get('journal') ?? 0)
  const other = useQuery({ ...q(getCashAccount, { id: led }), enabled: led > 0 })
  const closeJournal = () => {
    const next = new URLSearchParams(search)
    next.delete('journal')
    setSearch(next, { replace: true })
    close()
  }
  const mayProve = may.approve
  /** The check of a month leads here with `?prove=1`. */
  const prove = (shown: boolean) => {
    const next = new URLSearchParams(search)
    if (shown) next.set('prove', '1')
    else next.delete('prove')
    setSearch(next, { replace: true })
  }
  return (
    <>
      <ListPage
        list={list}
        label={pageOf('cashAccount').titles[language]}
        columns={accountColumns}
        tabs={
          <ListTabs
            list={list}
            label={t('state')}
            tabs={cashAccountTabs}
            word={(tab) => t(`tab.${tab}`)}
            all={t('all')}
          />
        }
        filters={
          <>
            <SearchInput {...list.field('q')} placeholder={t('q')} />
            <ChoiceFilter {...list.field('kinds')} label={t('account.kind')} type="cashAccountKind" multiple />
            <OutletFilter {...list.field('outletId')} label={t('account.outletName')} />
          </>
        }
        primary={
          <>
            {create && (
              <>
                {create}
                <Button
                  icon={<ArrowLeftRight size={16} strokeWidth={1.75} aria-hidden="true" />}
                  onClick={() => setOpen({ what: 'transfer', account: null })}
                >
                  {t('transfer.open')}
                </Button>
              </>
            )}
            {mayProve && (
              <Button
                icon={<ShieldCheck size={16} strokeWidth={1.75} aria-hidden="true" />}
                onClick={() => prove(true)}
              >
                {t('prove.open')}
              </Button>
            )}
          </>
        }
        batch={master.batchActions}
        actions={actions}
        isVoid={(row) => !row.enabled}
        onOpen={journal}
        empty={<Empty title={t('empty')}>{create}</Empty>}
      />
      {open?.what === 'form' && <CashAccountForm account={open.account} onClose={close} />}
      {led > 0
        ? other.data && <JournalSheet key={led} account={other.data} onClose={closeJournal} />
        : open?.what === 'journal' && <JournalSheet account={open.account} onClose={close} />}
      {open?.what === 'transfer' && <TransferForm from={open.account?.id} onClose={close} />}
      {search.get('prove') === '1' && mayProve && <ProveSheet onClose={() => prove(false)} />}
      {history.drawer}
    </>
  )
}
