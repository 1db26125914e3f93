import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal, Exact } from '@xunyun/contract/kernel/decimal'
import {
  getReceipt,
  type NoticeLineRow,
  type ReceiptDetail,
  receiveGoods,
} from '@xunyun/contract/warehouse/receiving/calls'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { pathTo } from '../../../../paths.ts'
import { api } from '../../../../shared/api/api.ts'
import { newKey } from '../../../../shared/api/encode.ts'
import { q } from '../../../../shared/api/query.ts'
import { useLanguage } from '../../../../shared/i18n/useLanguage.ts'
import { FloorRows } from '../../../../shared/scan/FloorRows.tsx'
import { Chips, GoodsCard } from '../../../../shared/scan/GoodsCard.tsx'
import styles from '../../../../shared/scan/ScanFrame.module.css'
import { ScanFrame, useBand } from '../../../../shared/scan/ScanFrame.tsx'
import { useMistaken } from '../../../../shared/scan/useMistaken.ts'
import { usePosting } from '../../../../shared/scan/usePosting.ts'
import { missingWords, wordsOf } from '../../../../shared/scan/wordsOf.ts'
import { serverNow, useSession } from '../../../../shared/session/session.ts'
import { day, figure } from '../../../../shared/ui/format.ts'
import { usePrint } from '../../../printing/index.ts'
import { FinishDialog } from '../FinishDialog.tsx'
import { inboundPaths } from '../paths.ts'
import { containersOf, lackingOf } from '../receiptPapers.ts'
import { readCount, writeCount } from './keptCounts.ts'
import {
  type Asked,
  begin,
  type Count,
  type Counting,
  cameOf,
  daysAgainst,
  entriesOf,
  isBegun,
  isEmpty,
  lotName,
  missing,
  nothing,
  type Said,
  scanned,
  takeUp,
  tooMany,
  unlike,
} from './receiveScans.ts'

/** Receive with a scanner in the hand: the truck's paper first, then the goods. */
export default function ReceiveScanPage() {
  const { t } = useTranslation('warehouse/receiving')
  const { no } = useParams()
  const navigate = useNavigate()
  const [band, say] = useBand()
  const receipt = useQuery({
    ...q(getReceipt, { no }),
    enabled: no !== undefined,
    staleTime: 0,
  })
  const open = async (code: string) => {
    try {
      const found = await api(getReceipt, { no: code }, { quiet: true })
      say({ ok: true, text: found.receiptNo })
      void navigate(pathTo('receiveScan', { no: found.receiptNo }), { replace: true })
    } catch (error) {
      say({ ok: false, text: await wordsOf(error, t('scan.noReceipt', { code })) })
    }
  }
  if (no !== undefined && receipt.data) return <Receiving key={receipt.data.id} receipt={receipt.data} onOther={open} />
  const text =
    receipt.isError && band === null ? missingWords(receipt.error, t('scan.noReceipt', { code: no ?? '' })) : undefined
  return (
    <ScanFrame
      band={text === undefined ? band : { ok: false, text }}
      hint={t('scan.receipt')}
      onScan={(code) => void open(code)}
      keys={[{ key: 'list', label: t('scan.list'), onClick: () => void navigate(pathTo('receive')) }]}
    >
      <p className={styles.quiet}>{t('scan.receiptHint')}</p>
    </ScanFrame>
  )
}

const chips = ['batchNo', 'production', 'expiry', 'containerCode'] as const
const today = () => day(serverNow())

function Receiving({ receipt, onOther }: { receipt: ReceiptDetail; onOther: (code: string) => Promise<void> }) {
  const { t } = useTranslation('warehouse/receiving')
  const language = useLanguage()
  const navigate = useNavigate()
  const [band, say] = useBand()
  const mistaken = useMistaken()
  const userId = useSession(({ userInfo }) => userInfo?.UserID ?? 0)
  const { lines } = receipt
  const isOpen = receipt.state === 'waiting' || receipt.state === 'receiving'
  const [kept] = useState(() =>
    isOpen
      ? readCount(
          userId,
          receipt.id,
          lines.map(({ id }) => id),
        )
      : null,
  )
  const [state, setState] = useState<Counting>(kept?.counting ?? nothing)
  // Sent again after a lost answer, even after a reload, it is the same intent.
  const [key, setKey] = useState(() => kept?.key ?? newKey())
  const { sending, post: send } = usePosting(say, inboundPaths)
  const [finishing, setFinishing] = useState(false)
  const line = lines.find(({ id }) => id === state.count?.lineId)
  const done = lines.filter(({ open }) => compareDecimal(open, '0') <= 0).length
  const lacking = lackingOf(lines)
  const print = usePrint()
  useEffect(() => {
    writeCount(userId, receipt.id, { counting: isOpen ? state : nothing, key })
  }, [userId, receipt.id, isOpen, state, key])
  // The pallet that was counted in last: its label is stuck on before it goes away.
  const [last] = containersOf(receipt.entries)

  const words = (said: Said): string => {
    if (said.key === 'over') return t('scan.over', { most: figure(said.most), came: figure(said.came) })
    if (said.key === 'added' || said.key === 'addedTo' || said.key === 'newLot')
      return t(`scan.${said.key}`, { ...said, qty: figure(said.qty) })
    return t(`scan.${said.key}`, { ...said })
  }
  /** A code that is on none of the lines: goods that are known are named. */
  const named = async (code: string): Promise<string | null> => {
    const item = await mistaken.itemOf(code, receipt)
    return item === null ? mistaken.asGoods(code, receipt) : t('scan.notHere', { code: item })
  }
  const onScan = (code: string) => {
    if (/^RK\d{11}(-\d+)?$/i.test(code)) return void onOther(code)
    const before = state
    const { next, said } = scanned(state, lines, code, today(), receipt.blind)
    setState(next)
    if (said.key === 'unknown' || said.key === 'notHere') return say({ ok: false, text: words(said) }, named(said.code))
    say({ ok: said.ok, text: words(said), ...(next === before ? {} : { undo: () => setState(before) }) })
  }
  const post = async (target: NoticeLineRow, counts: readonly Count[]) => {
    const counted = counts.map((count) => ({
      ...count,
      qty: cameOf(count),
      serials: [...count.serials],
      damagedSerials: [...count.damagedSerials],
      quality: target.quality,
    }))
    await send(
      async () => {
        await api(receiveGoods, { id: receipt.id, lines: counted }, { quiet: true, key })
        setKey(newKey())
        setState(nothing)
        const qty = figure(sumOf(counts.map(cameOf)))
        return { ok: true, text: t('scan.posted', { item: target.itemNo, qty }) }
      },
      () => setKey(newKey()),
    )
  }
  const hint =
    state.asked === null ? t(line?.serialControlled ? 'scan.serial' : 'scan.goods') : t(`scan.ask.${state.asked}`)
  const counts = entriesOf(state)
  const rest = line ? new Exact(line.open).minus(sumOf(counts.map(cameOf))) : undefined
  const isShort = counts.some(({ short }) => compareDecimal(short, '0') > 0)
  const setShort = (short: string) => {
    const none = (count: Count) => ({ ...count, short: '0' })
    if (state.count) setState({ ...state, count: { ...state.count, short }, others: state.others.map(none) })
  }
  const keys = line
    ? [
        {
          key: 'short',
          label: t('field.short'),
          tone: 'danger' as const,
          pressed: isShort,
          disabled: !isShort && !rest?.gt(0),
          onClick: () => setShort(isShort ? '0' : (rest?.toFixed() ?? '0')),
        },
        {
          key: 'damaged',
          label: t('field.damaged'),
          pressed: state.damaging || state.asked === 'damaged',
          onClick: () =>
            setState(
              line.serialControlled
                ? { ...state, damaging: !state.damaging }
                : { ...state, asked: toggled(state.asked, 'damaged') },
            ),
        },
        {
          key: 'done',
          label: t('scan.lineDone'),
          tone: 'primary' as const,
          disabled: sending || counts.length === 0,
          onClick: () => void post(line, counts),
        },
      ]
    : [
        { key: 'list', label: t('scan.list'), onClick: () => void navigate(pathTo('receive')) },
        ...(last && print.may
          ? [{ key: 'label', label: t('scan.label'), onClick: () => print.open('container', [last]) }]
          : []),
        {
          key: 'finish',
          label: t('act.finish'),
          tone: 'primary' as const,
          disabled: !isOpen || receipt.state === 'waiting',
          onClick: () => setFinishing(true),
        },
      ]
  return (
    <>
      <ScanFrame
        title={receipt.receiptNo}
        progress={[done, lines.length]}
        band={
          isOpen || band !== null
            ? band
            : { ok: false, text: t('desk.ended', { state: wordFor('receiptState', receipt.state, language) }) }
        }
        hint={hint}
        numeric={state.asked === 'qty' || state.asked === 'damaged'}
        onScan={onScan}
        keys={keys}
      >
        {line && state.count ? (
          <InHand
            line={line}
            count={state.count}
            others={state.others.filter((one) => !isEmpty(one))}
            over={tooMany(state, line, receipt.blind) !== null}
            asked={state.asked}
            onAsk={(asked) => setState({ ...state, asked })}
            onTakeUp={(lot) => setState(takeUp(state, line, lot))}
          />
        ) : null}
        <FloorRows
          label={t('desk.lines')}
          rows={lines
            .filter(({ id, open }) => id !== line?.id && (compareDecimal(open, '0') > 0 || receipt.blind))
            .map((other) => ({
              key: other.id,
              title: other.itemNo,
              small: other.itemName,
              aside: `${figure(other.open)} ${wordFor('unit', other.baseUnit, language)}`,
              disabled: isBegun(state),
              onTake: () => setState({ ...nothing, count: begin(other), asked: missing(other, begin(other)) }),
            }))}
        >
          {done === lines.length && !receipt.blind && <li className={styles.quiet}>{t('finish.whole')}</li>}
          {done === lines.length && lacking && <li className={styles.quiet}>{t('finish.lacking', lacking)}</li>}
        </FloorRows>
      </ScanFrame>
      {print.dialog}
      {finishing && (
        <FinishDialog
          receipt={receipt}
          onDone={() => void navigate(pathTo('receive'))}
          onClose={() => setFinishing(false)}
        />
      )}
    </>
  )
}

const toggled = (now: Asked | null, asked: Asked): Asked | null => (now === asked ? null : asked)

const sumOf = (figures: readonly string[]): string =>
  figures.reduce((all, one) => all.plus(one), new Exact('0')).toFixed()

type InHandProps = {
  line: NoticeLineRow
  count: Count
  /** Lots of the line that were counted before. */
  others: readonly Count[]
  /** More than may be received. */
  over: boolean
  asked: Asked | null
  onAsk: (asked: Asked | null) => void
  onTakeUp: (lot: Count) => void
}

/** The line that is counted: how many of how many, and what else is known of it. */
function InHand({ line, count, others, over, asked, onAsk, onTakeUp }: InHandProps) {
  const { t } = useTranslation('warehouse/receiving')
  const language = useLanguage()
  const unit = wordFor('unit', line.baseUnit, language)
  const needs = missing(line, count)
  const wrong = daysAgainst(line, count, today())?.field ?? unlike(line, count)
  const left = new Exact(line.open).minus(sumOf(others.map(cameOf))).toFixed()
  return (
    <GoodsCard
      name={line.itemName}
      no={line.itemNo}
      qty={
        <button
          type="button"
          aria-label={t('scan.ask.qty')}
          aria-pressed={asked === 'qty'}
          disabled={line.serialControlled}
          onClick={() => onAsk(toggled(asked, 'qty'))}
        >
          {figure(cameOf(count))}
        </button>
      }
      of={left}
      unit={line.baseUnit}
      isStopped={over}
    >
      <Chips
        chips={chips.map((chip) => ({
          key: chip,
          title: (
            <>
              <small>{t(`field.${chip}`)}</small>
              {count[chip] ?? '—'}
            </>
          ),
          pressed: asked === chip,
          missing: needs === chip,
          wrong: wrong === chip,
          onTake: () => onAsk(toggled(asked, chip)),
        }))}
      >
        {compareDecimal(count.damaged, '0') > 0 && (
          <span className={styles.chip}>
            <small>{t('field.damaged')}</small>
            {figure(count.damaged)}
          </span>
        )}
        {compareDecimal(count.short, '0') > 0 && (
          <span className={styles.chip}>
            <small>{t('field.short')}</small>
            {figure(count.short)}
          </span>
        )}
      </Chips>
      {others.length > 0 && (
        <ul className={styles.rows} aria-label={t('scan.lots')}>
          {others.map((lot) => (
            <li key={`${lotName(lot)} ${lot.production} ${lot.expiry} ${lot.containerCode}`}>
              <button type="button" onClick={() => onTakeUp(lot)}>
                <span data-wrong={unlike(line, lot) !== null || undefined}>
                  {lotName(lot)}
                  <small>{[lot.production, lot.expiry, lot.containerCode].filter(Boolean).join(' · ')}</small>
                </span>
                <span>
                  {figure(cameOf(lot))} {unit}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </GoodsCard>
  )
}
