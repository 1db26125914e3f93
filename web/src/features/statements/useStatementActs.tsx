import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { pageOf } from '@xunyun/contract/pages'
import {
  exportStatement,
  getStatementPdf,
  handleDisputes,
  type StatementRow,
  voidStatements,
} from '@xunyun/contract/statements/calls'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useActs } from '../../shared/action/useActs.tsx'
import { download } from '../../shared/api/download.ts'
import { useOpen } from '../../shared/form/waiting.ts'
import { useRight } from '../../shared/session/session.ts'
import { late } from '../../shared/ui/late.tsx'
import { statementPaths } from './paths.ts'

const SendForm = late(() => import('./SendForm.tsx').then((file) => file.SendForm))
const ConfirmForm = late(() => import('./ConfirmForm.tsx').then((file) => file.ConfirmForm))
const DisputeForm = late(() => import('./DisputeForm.tsx').then((file) => file.DisputeForm))
const LinkSheet = late(() => import('./LinkSheet.tsx').then((file) => file.LinkSheet))

type Asking = { readonly key: 'send' | 'confirm' | 'dispute' | 'copyLink'; readonly rows: readonly StatementRow[] }

/** What can be done to statements, from the list and the sheet of one alike. */
export function useStatementActs(onDone?: (outcomes: Outcomes) => void) {
  const { t } = useTranslation('statements')
  const navigate = useNavigate()
  const mayReceive = useRight('payment').edit
  const mayInvoice = useRight('billApply').edit
  const [asking, setAsking] = useOpen<Asking>()
  const ask = (key: Asking['key']) => ({ open: (rows: readonly StatementRow[]) => setAsking({ key, rows }) })
  const voiding = { call: voidStatements, reason: { asks: t('reason') }, danger: true, done: t('done.void') } as const
  const acts = useActs<StatementRow>({
    refresh: statementPaths,
    ...(onDone ? { onDone } : {}),
    word: (key) => t(`act.${key}`),
    nameOf: ({ no }) => no,
    acts: {
      handle: { call: handleDisputes, done: t('done.handle') },
      send: ask('send'),
      copyLink: { single: true, ...ask('copyLink') },
      confirm: { single: true, ...ask('confirm') },
      dispute: { single: true, ...ask('dispute') },
      moreMoney: ([row], single) =>
        single &&
        row !== undefined &&
        mayReceive &&
        row.state !== 'draft' &&
        row.state !== 'void' &&
        compareDecimal(row.closing, '0') > 0
          ? [
              row.direction === 'payable'
                ? {
                    key: 'pay',
                    label: t('act.pay'),
                    onClick: () =>
                      void navigate(
                        `${pageOf('payment').path}?new=payment&company=${row.companyId}&statement=${row.id}`,
                      ),
                  }
                : {
                    key: 'receive',
                    label: t('act.receive'),
                    onClick: () =>
                      void navigate(
                        `${pageOf('payment').path}?new=receipt&company=${row.companyId}&statement=${row.id}`,
                      ),
                  },
            ]
          : [],
      moreInvoice: ([row], single) =>
        single && row?.direction === 'receivable' && mayInvoice && row.state !== 'draft' && row.state !== 'void'
          ? [
              {
                key: 'invoice',
                label: t('act.invoice'),
                onClick: () =>
                  void navigate(`${pageOf('billApply').path}?customerId=${row.companyId}&statement=${row.id}`),
              },
            ]
          : [],
      moreFiles: ([row], single) =>
        single && row !== undefined
          ? [
              {
                key: 'pdf',
                label: t('act.pdf'),
                onClick: () => void download(getStatementPdf, { id: row.id }).catch(() => undefined),
              },
              {
                key: 'excel',
                label: t('act.excel'),
                onClick: () => void download(exportStatement, { id: row.id }).catch(() => undefined),
              },
            ]
          : [],
      discard: voiding,
      void: voiding,
      voidConfirmed: voiding,
    },
  })
  const close = () => setAsking(null)
  const [row] = asking?.rows ?? []
  return {
    ...acts,
    dialogs: (
      <>
        {acts.dialogs}
        {asking?.key === 'send' && <SendForm statements={asking.rows} onDone={onDone} onClose={close} />}
        {asking?.key === 'confirm' && row && <ConfirmForm statement={row} onClose={close} />}
        {asking?.key === 'dispute' && row && <DisputeForm statement={row} onClose={close} />}
        {asking?.key === 'copyLink' && row && <LinkSheet statement={row} onClose={close} />}
      </>
    ),
  }
}
