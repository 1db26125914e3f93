import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal, subtractDecimal } from '@xunyun/contract/kernel/decimal'
import {
  getStatement,
  getStatementHistory,
  type StatementDetail,
  type StatementLine,
} from '@xunyun/contract/statements/calls'
import { getAttachments } from '@xunyun/contract/workbench/comments'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths, pathTo } from '../../paths.ts'
import { actButtons } from '../../shared/action/actButtons.tsx'
import { q } from '../../shared/api/query.ts'
import { Attachments } from '../../shared/detail/Attachments.tsx'
import { Facts } from '../../shared/detail/Facts.tsx'
import { History } from '../../shared/detail/History.tsx'
import { LinesTable } from '../../shared/detail/LinesTable.tsx'
import { RecordSheet, RecordState, RecordTabs } from '../../shared/detail/RecordSheet.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useRight } from '../../shared/session/session.ts'
import { dateTime, dotted, money } from '../../shared/ui/format.ts'
import { DocumentLink } from '../money/index.ts'
import { owedBy, useWhatOf } from './lines.ts'
import styles from './Statements.module.css'
import { useStatementHistory } from './statementHistory.ts'
import { statementTones } from './tones.ts'
import { useStatementActs } from './useStatementActs.tsx'

/** One statement: its lines with what the customer says to them, its sendings, papers and timeline, and what comes next. */
export function StatementSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('statements')
  const statement = useQuery(q(getStatement, { id }))
  const acts = useStatementActs()
  const history = useStatementHistory()
  const files = useQuery(q(getAttachments, { entity: 'statement', entityId: id }))
  return (
    <>
      <RecordSheet
        of={statement}
        width={820}
        onClose={onClose}
        title={statement.data?.no}
        state={({ state }) => (
          <RecordState words="statementState" of={state} tones={statementTones} struck={state === 'void'} />
        )}
        footer={(one) => {
          // What was settled since has nothing more to be received or paid.
          const isSettled = compareDecimal(one.open, '0') === 0
          const actions = acts.row(one).filter(({ key }) => !isSettled || (key !== 'receive' && key !== 'pay'))
          // Once what was approved of the disputed lines stands on it, it is sent anew; sent without mail, its link is to be copied.
          const isHandled = one.state === 'disputed' && one.lines.some(({ mark }) => mark === 'dispute')
          const isUnlinked = one.state === 'sent' && one.linkExpiresAt === null
          const first = isHandled ? 'send' : isUnlinked ? 'copyLink' : null
          const next = actions.find(({ key }) => key === first) ?? actions[0]
          return next && <div className={styles.foot}>{actButtons({ actions, primary: [next.key] })}</div>
        }}
      >
        {(one) => (
          <RecordTabs
            label={one.no}
            panes={[
              { key: 'facts', label: t('detail.facts'), pane: <Body statement={one} /> },
              {
                key: 'files',
                label: t('detail.files'),
                count: files.data?.length,
                pane: <Attachments entity="statement" entityId={id} />,
              },
              {
                key: 'history',
                label: t('detail.history'),
                pane: <History key={one.version} call={getStatementHistory} id={id} {...history} />,
              },
            ]}
          />
        )}
      </RecordSheet>
      {acts.dialogs}
    </>
  )
}

/** By what 费用增减 takes what is disputed now: the waybill, or the charge itself. */
const adjustedBy = ({ isDisputed, waybillId, chargeId, ofNo }: StatementLine): string | null =>
  !isDisputed ? null : waybillId !== null ? ofNo : chargeId === null ? null : `#${chargeId}`

/** Which document moved the money of a line: what was kept back of COD is a payout's, or of what a carrier hands in. */
const moneyOf = (kind: StatementLine['kind'], direction: StatementDetail['direction']): string =>
  kind === 'deduction'
    ? direction === 'payable'
      ? 'handIn'
      : 'codPayout'
    : kind === 'receipt' || kind === 'refund' || kind === 'payment'
      ? 'payment'
      : kind

function Body({ statement: one }: { statement: StatementDetail }) {
  const { t } = useTranslation(['statements', 'ui'])
  const language = useLanguage()
  const whatOf = useWhatOf()
  const mayOpen = useRight('allWayBill').browse
  const mayAdjust = useRight('incOrDec').edit
  const hasDisputes = one.lines.some(({ dispute }) => dispute !== null)
  const canAdjust = one.state === 'disputed' && mayAdjust && one.lines.some((line) => adjustedBy(line) !== null)
  return (
    <>
      <Facts
        columns={3}
        facts={[
          { label: t('column.companyName'), value: one.companyName },
          { label: t('column.direction'), value: wordFor('priceDirection', one.direction, language) },
          { label: t('column.outletName'), value: one.outletName },
          { label: t('column.period'), value: `${one.fromDay} – ${one.toDay}`, span: 2 },
          { label: t('column.opening'), value: money(one.opening) },
          { label: t('column.charges'), value: money(one.charges) },
          { label: t('column.adjustments'), value: money(one.adjustments) },
          { label: t(one.direction === 'payable' ? 'detail.paid' : 'column.received'), value: money(one.received) },
          { label: t('column.closing'), value: <b>{money(one.closing)}</b> },
          one.state !== 'draft' &&
            one.state !== 'void' && { label: t('detail.open'), value: money(one.open), span: 3 as const },
          one.state === 'sent' && {
            label: t('detail.link'),
            value: one.linkExpiresAt === null ? t('detail.noLink') : dateTime(one.linkExpiresAt),
            span: 2 as const,
          },
          one.answer !== null && {
            label: t('column.answer'),
            value: dotted(
              wordFor('statementAnswer', one.answer, language),
              one.answeredAt === null ? null : dateTime(one.answeredAt),
              one.answeredByName ?? t('detail.byCustomer'),
              one.caller === null ? null : t('detail.byPhone', { name: one.caller }),
            ),
            span: 2 as const,
          },
          one.remark !== null && { label: t('column.remark'), value: one.remark, span: 3 as const },
        ]}
      />
      <h3 className={styles.title}>{t('detail.lines')}</h3>
      <LinesTable<StatementLine>
        label={t('detail.lines')}
        rows={one.lines}
        none={t('detail.none')}
        columns={[
          [t('line.day'), ({ day }) => day],
          [
            t('line.ofNo'),
            ({ kind, ofNo, waybillId }) =>
              waybillId !== null && ofNo !== null && mayOpen ? (
                <Link to={pathTo('waybill', { no: ofNo })}>{ofNo}</Link>
              ) : (
                ofNo !== null && <DocumentLink docType={moneyOf(kind, one.direction)} docNo={ofNo} />
              ),
          ],
          [t('line.what'), whatOf],
          [t('line.amount'), (line) => money(owedBy(line)), 'right'],
          ...(hasDisputes
            ? ([
                [
                  t('line.dispute'),
                  (line: StatementLine) => {
                    const no = canAdjust ? adjustedBy(line) : null
                    return (
                      <>
                        {line.dispute} {no !== null && <Link to={paths.adjust(no, line)}>{t('act.adjust')}</Link>}
                      </>
                    )
                  },
                ],
              ] as const)
            : []),
        ]}
        // Of all lines, of those too that are not shown.
        foot={
          one.lines.length === 0
            ? undefined
            : [
                t('ui:list.totals'),
                null,
                null,
                money(subtractDecimal(one.closing, one.opening, 2)),
                ...(hasDisputes ? [null] : []),
              ]
        }
      />
      {one.lineCount > one.lines.length && <p className={styles.hint}>{t('detail.more', { count: one.lineCount })}</p>}
      {one.sent.length > 0 && (
        <>
          <h3 className={styles.title}>{t('detail.sent')}</h3>
          <LinesTable
            label={t('detail.sent')}
            rows={one.sent}
            keyOf={({ sending }) => sending}
            columns={[
              ['#', ({ sending }) => sending],
              [t('column.sentAt'), ({ sentAt }) => dateTime(sentAt)],
              [null, ({ mailed }) => t(mailed ? 'detail.mailed' : 'detail.byLink')],
              [null, ({ sentByName }) => sentByName],
              [t('column.closing'), ({ closing }) => money(closing), 'right'],
            ]}
          />
        </>
      )}
    </>
  )
}
