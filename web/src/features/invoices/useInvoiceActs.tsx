import {
  cancelInvoices,
  exportInvoiceList,
  getInvoiceListPdf,
  type InvoiceRow,
  submitInvoices,
  voidInvoices,
  withdrawInvoices,
} from '@xunyun/contract/invoices/calls'
import type { InvoiceAction } from '@xunyun/contract/invoices/states'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useActs } from '../../shared/action/useActs.tsx'
import { useDecisions } from '../../shared/action/useDecisions.tsx'
import { download } from '../../shared/api/download.ts'
import { useOpen } from '../../shared/form/waiting.ts'
import { useRight } from '../../shared/session/session.ts'
import { late } from '../../shared/ui/late.tsx'
import { invoicePaths } from './paths.ts'

const IssueForm = late(() => import('./IssueForm.tsx').then((file) => file.IssueForm))
const RedForm = late(() => import('./RedForm.tsx').then((file) => file.RedForm))
const ConfirmForm = late(() => import('./RedForm.tsx').then((file) => file.ConfirmForm))
const MailForm = late(() => import('./MailForm.tsx').then((file) => file.MailForm))
const FilesForm = late(() => import('./IssueForm.tsx').then((file) => file.FilesForm))

type Asking = { readonly key: InvoiceAction; readonly rows: readonly InvoiceRow[] }

/** What can be done to applications and red letters, from both lists and the drawer alike. */
export function useInvoiceActs(onDone?: () => void) {
  const { t } = useTranslation('invoices')
  const navigate = useNavigate()
  const mayApply = useRight('billApply').edit
  const [asking, setAsking] = useOpen<Asking>()
  const decisions = useDecisions<InvoiceRow>({
    words: { approve: t('act.approve'), reject: t('act.reject'), opinion: t('column.opinion') },
    refresh: invoicePaths,
    onDone,
  })
  const ask = (key: InvoiceAction) => ({ open: (rows: readonly InvoiceRow[]) => setAsking({ key, rows }) })
  const acts = useActs<InvoiceRow>({
    acts: {
      ...decisions.acts,
      submit: { call: submitInvoices },
      edit: { single: true, open: ([row]) => navigate(`${pathTo('billApply')}?id=${row?.id}`) },
      withdraw: { call: withdrawInvoices },
      issue: { single: true, ...ask('issue') },
      confirm: { single: true, ...ask('confirm') },
      mail: { single: true, ...ask('mail') },
      addFiles: { single: true, ...ask('addFiles') },
      moreList: (rows, single) => {
        const [row] = rows
        const list = {
          key: 'list',
          label: t('act.list'),
          onClick: () => void download(exportInvoiceList, { ids: rows.map(({ id }) => id) }).catch(() => undefined),
        }
        return single && row !== undefined
          ? [
              list,
              {
                key: 'listPdf',
                label: t('act.listPdf'),
                onClick: () => void download(getInvoiceListPdf, { id: row.id }).catch(() => undefined),
              },
            ]
          : rows.length > 0 && rows.length <= 100
            ? [list]
            : []
      },
      moreCopy: ([row], single) =>
        mayApply && single && row !== undefined && row.kind === 'invoice'
          ? [
              {
                key: 'copy',
                label: t('act.copy'),
                onClick: () => void navigate(`${pathTo('billApply')}?copy=${row.id}`),
              },
            ]
          : [],
      makeRed: { single: true, danger: true, ...ask('makeRed') },
      void: { call: voidInvoices, reason: '', danger: true },
      cancel: { call: cancelInvoices, reason: t('act.cancelText'), danger: true },
    },
    word: (key) => t(`act.${key}`),
    nameOf: ({ no }) => no,
    refresh: invoicePaths,
    onDone,
  })
  const close = () => setAsking(null)
  const [row] = asking?.rows ?? []
  return {
    ...acts,
    dialogs: (
      <>
        {acts.dialogs}
        {decisions.dialog}
        {asking?.key === 'issue' && row && <IssueForm id={row.id} no={row.no} onClose={close} />}
        {asking?.key === 'makeRed' && row && <RedForm id={row.id} no={row.no} onClose={close} />}
        {asking?.key === 'confirm' && row && <ConfirmForm invoice={row} onClose={close} />}
        {asking?.key === 'mail' && row && <MailForm id={row.id} no={row.no} onClose={close} />}
        {asking?.key === 'addFiles' && row && <FilesForm id={row.id} no={row.no} onClose={close} />}
      </>
    ),
  }
}
