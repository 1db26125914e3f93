import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { getInvoice, getInvoiceHistory, type InvoiceDetail, type InvoiceLine } from '@xunyun/contract/invoices/calls'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { actButtons } from '../../shared/action/actButtons.tsx'
import { apiHost } from '../../shared/api/api.ts'
import { q } from '../../shared/api/query.ts'
import { Decisions, saidBeside } from '../../shared/detail/Decisions.tsx'
import { Facts } from '../../shared/detail/Facts.tsx'
import { History } from '../../shared/detail/History.tsx'
import { LinesTable } from '../../shared/detail/LinesTable.tsx'
import { RecordSheet, RecordState, RecordTabs } from '../../shared/detail/RecordSheet.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { dateTime, dotted, money } from '../../shared/ui/format.ts'
import { useInvoiceHistory } from './histories.ts'
import styles from './Invoices.module.css'
import { invoiceTones } from './invoiceColumns.tsx'
import { useInvoiceActs } from './useInvoiceActs.tsx'

/** One application or red letter: what it bills, of which charges, what became of it. */
export function InvoiceDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('invoices')
  const invoice = useQuery(q(getInvoice, { id }))
  const acts = useInvoiceActs()
  const history = useInvoiceHistory()
  return (
    <>
      <RecordSheet
        of={invoice}
        width={880}
        onClose={onClose}
        title={invoice.data?.no ?? ''}
        state={({ state }) => <RecordState words="invoiceState" of={state} tones={invoiceTones} />}
        footer={(one) => {
          const actions = acts.row(one)
          const [next] = actions
          return next && <div className={styles.actions}>{actButtons({ actions, primary: [next.key] })}</div>
        }}
      >
        {(one) => (
          <RecordTabs
            label={one.no}
            panes={[
              { key: 'lines', label: t('detail.lines'), count: one.lines.length, pane: <Lines invoice={one} /> },
              { key: 'parts', label: t('detail.parts'), count: one.charges, pane: <Parts lines={one.lines} /> },
              {
                key: 'history',
                label: t('detail.history'),
                pane: <History key={one.version} call={getInvoiceHistory} id={id} {...history} />,
              },
            ]}
          />
        )}
      </RecordSheet>
      {acts.dialogs}
    </>
  )
}

function Lines({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTranslation(['invoices', 'ui'])
  const language = useLanguage()
  const isRed = invoice.kind === 'redInvoice'
  return (
    <>
      {invoice.gaps.length > 0 && (
        <p className={styles.gap} role="note">
          {t('gap.title', { what: invoice.gaps.map((gap) => t(`gap.${gap}`)).join(t('gap.and')) })}
        </p>
      )}
      <Facts
        columns={3}
        facts={[
          { label: t('column.customer'), value: invoice.customerName ?? t('walkIn') },
          { label: t('column.title'), value: invoice.title },
          { label: t('column.taxNo'), value: invoice.taxNo },
          { label: t('column.type'), value: wordFor('invoiceType', invoice.type, language) },
          { label: t('column.seller'), value: invoice.sellerName },
          { label: t('column.outlet'), value: invoice.outletName },
          { label: t('column.gross'), value: money(invoice.gross) },
          { label: t('column.net'), value: money(invoice.net) },
          { label: t('column.tax'), value: money(invoice.tax) },
          { label: t('column.applicant'), value: dotted(invoice.applicantName, dateTime(invoice.appliedAt)) },
          invoice.waitsFor !== null && {
            label: t('column.waitsFor'),
            value: dotted(invoice.waitsFor, invoice.level !== null && `${invoice.level}/${invoice.levels}`),
          },
          invoice.decisions.length > 0 && {
            label: t('detail.decisions'),
            span: 2,
            value: <Decisions of={invoice.decisions} />,
          },
          saidBeside(invoice.opinion, invoice.decisions) !== null && {
            label: t('column.opinion'),
            value: invoice.opinion,
          },
          { label: t('column.invoiceNo'), value: invoice.invoiceNo },
          { label: t('column.issuedOn'), value: dotted(invoice.issuedOn, invoice.issuedByName) },
          { label: t('profile.recipient'), value: dotted(invoice.recipient, invoice.mobile, invoice.email) },
          ...(isRed
            ? [
                { label: t('column.ofNo'), value: invoice.ofNo },
                { label: t('column.redReason'), value: wordFor('redReason', invoice.redReason ?? '', language) },
                {
                  label: t('column.confirmation'),
                  value: dotted(
                    wordFor('redConfirmation', invoice.confirmation ?? '', language),
                    invoice.confirmNo,
                    invoice.confirmBy && t('red.until', { at: dateTime(invoice.confirmBy) }),
                  ),
                },
              ]
            : []),
          {
            label: t('detail.related'),
            value: invoice.related
              .map(({ no, state, gross }) => dotted(no, wordFor('invoiceState', state, language), money(gross)))
              .join('；'),
            span: 2,
          },
          { label: t('detail.remark'), value: invoice.remark },
          invoice.withList && { label: t('apply.withList'), value: t('ui:master.yes') },
          {
            label: t('detail.files'),
            span: 3,
            value:
              invoice.files.length === 0 ? null : (
                <span className={styles.files}>
                  {invoice.files.map(({ url, name }) => (
                    <a key={url} href={apiHost + url} target="_blank" rel="noreferrer">
                      {name}
                    </a>
                  ))}
                </span>
              ),
          },
        ]}
      />
      <LinesTable
        label={t('detail.lines')}
        rows={invoice.lines}
        columns={[
          [t('line.itemName'), (line) => dotted(line.itemName, line.of)],
          [t('line.rate'), (line) => `${line.rate}%`, 'right'],
          [t('line.gross'), (line) => money(line.gross), 'right'],
          [t('line.net'), (line) => money(line.net), 'right'],
          [t('line.tax'), (line) => taxOf(line, t('detail.reckoned')), 'right'],
        ]}
        below={({ routes }) => routes.length > 0 && <Routes routes={routes} />}
        foot={[t('detail.sum'), '', money(invoice.gross), money(invoice.net), money(invoice.tax)]}
      />
    </>
  )
}

/** What a line of carriage says: from where to where, by what, which plate, which goods. */
function Routes({ routes }: Pick<InvoiceLine, 'routes'>) {
  const language = useLanguage()
  return (
    <ul className={styles.routes}>
      {routes.map(({ fromName, toName, tool, plateNo, goods }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the routes of a line stand in a fixed order
        <li key={at}>
          {dotted(
            `${fromName || '—'} → ${toName || '—'}`,
            tool && [wordFor('transportTool', tool, language), plateNo].filter(Boolean).join(' '),
            goods,
          )}
        </li>
      ))}
    </ul>
  )
}

/** As printed; and as reckoned, where that is another. */
const taxOf = ({ tax, reckonedTax }: InvoiceLine, word: string) =>
  tax === reckonedTax ? money(tax) : `${money(tax)}（${word} ${money(reckonedTax)}）`

function Parts({ lines }: { lines: readonly InvoiceLine[] }) {
  const { t } = useTranslation('invoices')
  const language = useLanguage()
  const parts = lines.flatMap((line) =>
    line.parts.map((part) => ({ ...part, itemName: line.itemName, lineId: line.id })),
  )
  return (
    <LinesTable
      label={t('detail.parts')}
      rows={parts}
      keyOf={({ lineId, chargeId }) => `${lineId}-${chargeId}`}
      columns={[
        [
          t('part.waybillNo'),
          ({ waybillId, waybillNo }) =>
            waybillId !== null && waybillNo !== null ? (
              <Link to={pathTo('waybill', { no: waybillNo })}>{waybillNo}</Link>
            ) : (
              waybillNo
            ),
        ],
        [t('part.day'), ({ day }) => day],
        [t('part.feeItem'), ({ feeItem }) => wordFor('feeItem', feeItem, language)],
        [t('line.itemName'), ({ itemName }) => itemName],
        [t('part.amount'), ({ amount }) => money(amount), 'right'],
        [t('part.net'), ({ net }) => money(net), 'right'],
      ]}
    />
  )
}
