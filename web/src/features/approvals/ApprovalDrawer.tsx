import { useQuery } from '@tanstack/react-query'
import { type ApprovalDetail, type ApprovalRow, getApproval } from '@xunyun/contract/approvals/calls'
import { feeName } from '@xunyun/contract/costs/feeName'
import { payParts } from '@xunyun/contract/costs/lines'
import { costKinds } from '@xunyun/contract/costs/states'
import { wordFor } from '@xunyun/contract/dictionary'
import { Button, Input } from 'antd'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useJustChanged } from '../../shared/action/useJustChanged.ts'
import { q } from '../../shared/api/query.ts'
import { changedValue, fieldKey } from '../../shared/detail/changedValue.ts'
import { Facts } from '../../shared/detail/Facts.tsx'
import { RecordSheet, RecordState } from '../../shared/detail/RecordSheet.tsx'
import { withTexts } from '../../shared/i18n/i18n.ts'
import { useSay } from '../../shared/i18n/textKey.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { type KeyGroup, useShortcut } from '../../shared/keys/keys.ts'
import { rightsOfPath } from '../../shared/session/rights.ts'
import { useSession } from '../../shared/session/session.ts'
import { useTab } from '../../shared/tabs/useTab.ts'
import { dateTime, dotted, figure, money, volume, weight } from '../../shared/ui/format.ts'
import { late } from '../../shared/ui/late.tsx'
import { StateTag } from '../../shared/ui/StateTag.tsx'
import { useIsPhone } from '../../shared/ui/useDevice.ts'
import { itemWords } from '../warehouse/billing/index.ts'
import styles from './Approvals.module.css'
import { approvalTones } from './approvalColumns.tsx'

type Props = {
  readonly id: number
  /** The list behind it, to go on in. */
  readonly rows: readonly ApprovalRow[]
  readonly onShow: (id: number) => void
  /** With what was typed beside it. */
  readonly onApprove: (row: ApprovalRow, opinion: string) => void
  readonly onReject: (row: ApprovalRow, opinion: string) => void
  readonly onClose: () => void
}

const keys = {
  next: { title: 'approvals:list', shortcuts: [{ keys: 'j', label: 'approvals:key.next' }] },
  before: { title: 'approvals:list', shortcuts: [{ keys: 'k', label: 'approvals:key.before' }] },
  approve: { title: 'approvals:list', shortcuts: [{ keys: 'a', label: 'approvals:act.approve' }] },
  reject: { title: 'approvals:list', shortcuts: [{ keys: 'r', label: 'approvals:act.reject' }] },
} as const satisfies Record<string, KeyGroup>

/** One document under review: what it says, the path, and the decision. J and K go on, A approves with the opinion that was typed, R sends back. */
export function ApprovalDrawer({ id, rows, onShow, onApprove, onReject, onClose }: Props) {
  const { t } = useTranslation('approvals')
  const isPhone = useIsPhone()
  const { visible } = useTab()
  const review = useQuery(q(getApproval, { id }))
  const data = review.data
  const at = rows.findIndex((row) => row.id === id)
  const go = (by: number) => {
    const to = at < 0 ? undefined : rows[at + by]
    if (to) onShow(to.id)
  }
  const may = visible && data?.mayDecide === true
  const [typed, setTyped] = useState({ id, opinion: '' })
  // What was said of one is not said of the next.
  const opinion = typed.id === id ? typed.opinion : ''
  const justChanged = useJustChanged(data?.id)
  /** What was meant for the one before, whose buttons stood in the same place, decides nothing. */
  const decide = (how: Props['onApprove']) => data?.mayDecide && !justChanged() && how(data, opinion.trim())
  useShortcut(keys.next, () => go(1), visible)
  useShortcut(keys.before, () => go(-1), visible)
  useShortcut(keys.approve, () => decide(onApprove), may)
  useShortcut(keys.reject, () => decide(onReject), may)

  return (
    <RecordSheet
      of={review}
      width={640}
      onClose={onClose}
      title={data?.docNo}
      state={({ state, level, levels }) => (
        <RecordState words="approvalState" of={state} tones={approvalTones} struck={false}>
          {state === 'pending' && ` ${level}/${levels}`}
        </RecordState>
      )}
      extra={
        <>
          <Button
            type="text"
            aria-label={t('key.before')}
            disabled={at <= 0}
            icon={<ChevronUp size={16} strokeWidth={1.75} />}
            onClick={() => go(-1)}
          />
          <Button
            type="text"
            aria-label={t('key.next')}
            disabled={at < 0 || at >= rows.length - 1}
            icon={<ChevronDown size={16} strokeWidth={1.75} />}
            onClick={() => go(1)}
          />
        </>
      }
      footer={(data) =>
        data.mayDecide && (
          <div className={styles.decide}>
            <Input.TextArea
              autoSize={{ minRows: 1, maxRows: 4 }}
              maxLength={300}
              value={opinion}
              placeholder={t('approve.opinion')}
              aria-label={t('approve.opinion')}
              onChange={(event) => setTyped({ id, opinion: event.target.value })}
              onKeyDown={(event) => {
                // Left by Esc, so that A is a key again; the drawer stays.
                if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
                event.stopPropagation()
                event.currentTarget.blur()
              }}
            />
            <Button danger onClick={() => decide(onReject)}>
              {t('act.reject')}
              {!isPhone && <kbd>R</kbd>}
            </Button>
            <Button type="primary" onClick={() => decide(onApprove)}>
              {t('act.approve')}
              {!isPhone && <kbd>A</kbd>}
            </Button>
          </div>
        )
      }
    >
      {(review) => <Body review={review} />}
    </RecordSheet>
  )
}

/** Facts in the order a reviewer reads them; those of other types of business follow as they come. */
const amounts = new Set([
  'amount',
  'quoted',
  'freight',
  'receivable',
  'difference',
  'minCharge',
  'maxCharge',
  'newReceivable',
  'gain',
  'loss',
  'net',
  'gross',
  'due',
  'counted',
  'deducted',
  'before',
  'change',
  'after',
  'margin',
  'newMargin',
  'agreed',
  'mean',
  ...payParts,
  'untaxed',
  'tax',
  'revenue',
  'cost',
  'profit',
])
/** Reviews that are about one amount, which no other fact says. */
const alone: ReadonlySet<string> = new Set([
  'payment',
  'codPayout',
  'handInDifference',
  'writeOff',
  'invoice',
  'redInvoice',
])
/** Red below nothing. */
const signed: readonly string[] = ['difference', 'net', 'change', 'newMargin', 'profit']
const order = [
  'amount',
  'arrangement',
  'plateNo',
  'carrier',
  'agreed',
  ...payParts,
  'mean',
  'ofNo',
  'customer',
  'direction',
  'feeItem',
  'party',
  'due',
  'counted',
  'waybills',
  'deducted',
  'kept',
  'account',
  'payeeAccount',
  'charges',
  'before',
  'change',
  'after',
  'owners',
  'warehouse',
  'items',
  'differentLines',
  'lines',
  'surplus',
  'shortage',
  'gain',
  'loss',
  'net',
  'gross',
  'unvalued',
  'from',
  'to',
  'pieces',
  'weight',
  'volume',
  'chargeWeight',
  'quoted',
  'freight',
  'difference',
  'rate',
  'receivable',
  'newReceivable',
  'margin',
  'newMargin',
  'changes',
  'fees',
  'basis',
  'unitPrice',
  'tiers',
  'minCharge',
  'maxCharge',
  'validFrom',
  'validTo',
  'title',
  'invoiceType',
  'untaxed',
  'tax',
  'billed',
  'reversed',
  'invoiceNo',
  'redReason',
  'revenue',
  'cost',
  'profit',
  'note',
] as const

const CostReview = late(() =>
  withTexts(['costs', 'tripCosts'], import('./CostReview.tsx')).then((file) => file.CostReview),
)
const isCost = (bizType: string): boolean => costKinds.some((kind) => kind === bizType)

const wideFacts: readonly string[] = ['from', 'to', 'party', 'after', 'payeeAccount']
/** Columns of a fact, of four. */
function spanOf(name: (typeof order)[number], wide: boolean, { bizType }: ApprovalDetail): number {
  if (bizType === 'costZJ' && name === 'customer') return 3
  if (wide) return 4
  return wideFacts.includes(name) ? 2 : 1
}

function Body({ review }: { review: ApprovalDetail }) {
  const { t } = useTranslation('approvals')
  const language = useLanguage()
  const sayField = useSay()
  const menus = useSession((session) => session.menus)
  const mayOpen = rightsOfPath(menus, review.link.split('?')[0] ?? '').browse
  const say = (name: (typeof order)[number], value: string): string => {
    if (amounts.has(name)) return money(value)
    if (name === 'weight' || name === 'chargeWeight') return weight(value)
    if (name === 'volume') return volume(value)
    if (name === 'pieces' || name === 'unitPrice' || name === 'surplus' || name === 'shortage') return figure(value)
    if (name === 'rate') return `${figure(value, 1)} %`
    if (name === 'direction') return wordFor('priceDirection', value, language)
    if (name === 'feeItem') return wordFor('feeItem', value, language)
    if (name === 'invoiceType' || name === 'redReason') return wordFor(name, value, language)
    if (name === 'basis') return wordFor('priceBasis', value, language)
    if (name === 'unvalued') return t('fact.unvaluedItems', { count: Number(value) })
    if (name === 'items') return itemWords(value, language, (days) => t('fact.freeDays', { days }))
    if (name === 'changes')
      return value
        .split(';')
        .map((change) => {
          const [field = '', ...rest] = change.split('=')
          const values = rest.join('=').split('→')
          return `${sayField(fieldKey(field))} ${values.map((one) => changedValue(field, one || null, language) ?? '—').join(' → ')}`
        })
        .join('\n')
    if (name === 'charges' || name === 'kept')
      return value
        .split(';')
        .map((line) => {
          const [no = '', item, amount, part = null] = line.split('=')
          return item === undefined
            ? t('fact.moreCharges', { count: Number(no) })
            : `${no} ${feeName({ feeItem: item, payPart: part }, language)} ${money(amount ?? null)}`
        })
        .join('\n')
    if (name === 'fees')
      return value
        .split(',')
        .map((fee) => fee.split('='))
        .map(([item = '', amount]) => `${wordFor('feeItem', item, language)} ${money(amount)}`)
        .join(' · ')
    return value
  }
  // An item that the waybill had none of yet has no party of its own: it is whose the review says.
  const known: ApprovalDetail['facts'] = {
    ...(alone.has(review.bizType) ? { amount: review.amount } : {}),
    ...review.facts,
    ...(review.bizType === 'costZJ' ? { party: review.companyName } : {}),
  }
  const facts = order.flatMap((name) => {
    const value = known[name]
    if (value === undefined || value === null || value === '') return []
    const wide =
      name === 'customer' ||
      name === 'fees' ||
      name === 'charges' ||
      name === 'kept' ||
      name === 'tiers' ||
      name === 'note' ||
      name === 'changes' ||
      name === 'lines' ||
      name === 'unvalued' ||
      name === 'items'
    const money = amounts.has(name) && name !== 'difference' && name !== 'net'
    return [
      {
        label: t(name === 'party' && review.bizType === 'handInDifference' ? 'fact.holder' : `fact.${name}`),
        value: (
          <span
            className={
              signed.includes(name) && String(value).startsWith('-')
                ? styles.less
                : money
                  ? styles.strong
                  : name === 'changes' || name === 'charges' || name === 'kept' || name === 'items' || name === 'lines'
                    ? styles.changes
                    : undefined
            }
          >
            {say(name, String(value))}
          </span>
        ),
        span: spanOf(name, wide, review),
      },
    ]
  })
  return (
    <>
      <div className={styles.why}>
        <StateTag tone="orange">{wordFor('approvalReason', review.reason, language)}</StateTag>
        <span>
          {t('sentBy', { name: review.applicantName, at: dateTime(review.appliedAt) })} ·{' '}
          {wordFor('bizType', review.bizType, language)}
        </span>
        {mayOpen && <Link to={review.link}>{t('act.document')}</Link>}
      </div>
      {isCost(review.bizType) ? <CostReview id={review.docId} /> : <Facts columns={4} facts={facts} />}
      {review.sentBack.length > 0 && (
        <>
          <h3 className={styles.title}>{t('sentBack')}</h3>
          <ol className={styles.path}>
            {review.sentBack.map(({ amount, byName, at, opinion }) => (
              <li key={at} data-state="reject">
                <i aria-hidden="true" />
                <div>
                  <b>{dotted(byName, dateTime(at))}</b>
                  <small>{`${t('column.amount')} ${money(amount)}`}</small>
                  {opinion && <p>{opinion}</p>}
                </div>
              </li>
            ))}
          </ol>
        </>
      )}
      <h3 className={styles.title}>{t('path')}</h3>
      <ol className={styles.path}>
        {review.steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the path of a review stands in a fixed order
          <li key={index} data-state={step.decision ?? (step.open ? 'open' : 'waiting')}>
            <i aria-hidden="true" />
            <div>
              <b>
                {t('levelOf', { level: step.level })} · {step.name}
                {step.deputyName && <small>{t('deputyOf', { name: step.deputyName })}</small>}
              </b>
              <small>
                {step.decision === null
                  ? t(step.open ? 'step.open' : review.state === 'pending' ? 'step.later' : 'step.notAsked')
                  : `${t(`step.${step.decision}`)} · ${step.byName ?? ''} · ${step.at === null ? '' : dateTime(step.at)}`}
                {review.steps.filter(({ level }) => level === step.level).length > 1 &&
                  ` · ${wordFor('approvalMode', step.mode, language)}`}
              </small>
              {step.passedByName && <p>{t('step.passed', { name: step.passedByName, note: step.passedNote ?? '' })}</p>}
              {step.opinion && <p>{step.opinion}</p>}
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}
