import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { gtinForms, readGs1 } from '@xunyun/contract/kernel/gs1'
import { getLocationChoices } from '@xunyun/contract/warehouse/locations/calls'
import type { ScannedCodes } from '@xunyun/contract/warehouse/locations/scanned'
import {
  getPutAwayPlaces,
  getPutAways,
  type PutAwayRow,
  putAwayGoods,
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
import { Chips, GoodsCard, TargetCard } from '../../../../shared/scan/GoodsCard.tsx'
import { isQty } from '../../../../shared/scan/isQty.ts'
import { locationScanned } from '../../../../shared/scan/locationScanned.ts'
import styles from '../../../../shared/scan/ScanFrame.module.css'
import { ScanFrame, useBand } from '../../../../shared/scan/ScanFrame.tsx'
import { useElsewhere } from '../../../../shared/scan/useElsewhere.ts'
import { useInHand } from '../../../../shared/scan/useInHand.ts'
import { useMistaken } from '../../../../shared/scan/useMistaken.ts'
import { usePosting } from '../../../../shared/scan/usePosting.ts'
import { useScans } from '../../../../shared/scan/useScans.ts'
import { serverNow } from '../../../../shared/session/session.ts'
import { dotted, figure } from '../../../../shared/ui/format.ts'
import { useStable } from '../../../../shared/ui/useStable.ts'
import { inboundPaths } from '../paths.ts'

type Place = { readonly id: number; readonly code: string }
/** The goods in hand, where they go, and how many of them. */
type InHand = {
  readonly task: PutAwayRow
  readonly place: Place | null
  /** Another place than suggested, scanned once: again, and it is meant. */
  readonly doubted: string | null
  readonly qty: string
  readonly serials: readonly string[]
  readonly splitting: boolean
  /** What was scanned of the goods and of the place; one that an earlier release left has none. */
  readonly codes?: ScannedCodes
  /** It was sent, and nobody knows whether it arrived: sent again, the server says. */
  readonly sent?: boolean
  /** Sent again after a lost answer, even after a reload, it is the same intent. */
  readonly key: string
}

/** Several batches of what was scanned wait: which one is in hand is scanned or tapped. */
type Which = { readonly code: string; readonly rows: readonly PutAwayRow[] }

/** What waits, and answers to a code. */
const find = (input: { q?: string; code?: string; ids?: number[] }) =>
  api(getPutAways, { tab: 'waiting', pageSize: 200, ...input }, { quiet: true })

/** Put away with a scanner in the hand: the pallet or the goods, then the place. */
export default function PutAwayScanPage() {
  const { t } = useTranslation(['warehouse/receiving', 'scan'])
  const { no } = useParams()
  const navigate = useNavigate()
  const [band, say] = useBand()
  const elsewhere = useElsewhere()
  const mistaken = useMistaken()
  const { hand, held, setHand } = useInHand<InHand>('puttingAway')
  const [choosing, setChoosing] = useState(false)
  const { sending, post: send } = usePosting(say, inboundPaths)
  const [which, setWhich] = useState<Which | null>(null)
  /** The next scan is the reason for not scanning. */
  const [explaining, setExplaining] = useState(false)
  const waiting = useQuery({
    queryKey: [getPutAways.path, 'scan', no],
    queryFn: () => find(no === undefined ? {} : { q: no }),
    staleTime: 0,
  })
  const rows = waiting.data?.rows ?? []

  const take = (task: PutAwayRow, codes: ScannedCodes): InHand => {
    setChoosing(false)
    setWhich(null)
    setExplaining(false)
    const next = {
      task,
      place: null,
      doubted: null,
      qty: task.qty,
      serials: [],
      splitting: false,
      codes,
      key: newKey(),
    }
    setHand(next)
    return next
  }
  // Goods that somebody else has put away since they were taken in hand leave it.
  const lookAgain = useStable(async () => {
    const kept = held()
    if (kept === null || kept.sent) return
    const { rows: still } = await find({ ids: [kept.task.id] })
    if (still.length > 0 || held()?.key !== kept.key) return
    setHand(null)
    say({ ok: false, text: t('scan.gone', { item: kept.task.itemNo }) })
  })
  useEffect(() => {
    // Without an answer it stays: the server says so when it is put away.
    lookAgain().catch(() => undefined)
  }, [lookAgain])
  const palletOf = (code: string) => readGs1(code, serverNow().getFullYear())?.sscc ?? code
  const goods = async (code: string) => {
    const gs1 = readGs1(code, serverNow().getFullYear())
    const codes = gs1?.sscc ? [gs1.sscc] : gs1?.gtin ? gtinForms(gs1.gtin) : [code]
    for (const one of codes) {
      const { rows: found } = await find({ code: one })
      const fits = found.filter(
        (row) =>
          (gs1?.batch === undefined || row.batchNo === gs1.batch) &&
          (gs1?.serial === undefined || row.serials.length === 0 || row.serials.includes(gs1.serial)),
      )
      const batches = new Set(fits.map(({ batchNo }) => batchNo))
      const isPallet = fits.some(({ containerCode }) => containerCode === one)
      const isNumber = fits.some(({ serials }) => serials.includes(one))
      if (batches.size > 1 && gs1?.batch === undefined && !isPallet && !isNumber) {
        setWhich({ code, rows: fits })
        return say({ ok: false, text: t('scan.whichBatch', { batches: [...batches].join('，') }) })
      }
      // Of the receipt that was opened first.
      const best = fits.find((row) => rows.some(({ id }) => id === row.id)) ?? fits[0]
      if (best) {
        const now = take(best, isPallet ? { pallet: code } : isNumber ? {} : { item: code })
        const number = [one, gs1?.serial].find((no) => no !== undefined && best.serials.includes(no))
        if (number !== undefined) return addSerial(now, number)
        return say({ ok: true, text: `${best.itemNo} ${best.itemName}` })
      }
    }
    say({ ok: false, text: (await mistaken.asGoods(code)) ?? t('scan.notWaiting', { code }) })
  }
  /** Its place is scanned, or it was sent and nobody knows whether it arrived: it does not leave the hand for other goods. */
  const isHeld = (now: InHand | null): boolean => {
    if (now === null || (now.place === null && !now.sent)) return false
    say({ ok: false, text: t('scan.putFirst', { item: now.task.itemNo }) })
    return true
  }
  const place = async (now: InHand, scan: string) => {
    const { task } = now
    const { code, ours, elsewhere: other } = locationScanned(scan, task.warehouseCode)
    if (other !== null) return say({ ok: false, text: elsewhere(other) })
    const codes = { ...now.codes, location: scan }
    if (code.toUpperCase() === task.suggestedLocation?.toUpperCase() && task.suggestedLocationId !== null) {
      setHand({ ...now, codes, place: { id: task.suggestedLocationId, code: task.suggestedLocation }, doubted: null })
      say({ ok: true, text: t('scan.placeRight', { code: task.suggestedLocation }) })
      return
    }
    // The next pallet: what was in hand is put down, and stays to be put away.
    if (!ours && palletOf(scan) !== task.containerCode) {
      const pallet = palletOf(scan)
      const { rows: found } = await find({ code: pallet })
      const next = found.find(({ containerCode }) => containerCode === pallet)
      if (next !== undefined) {
        if (isHeld(now)) return
        take(next, { pallet: scan })
        return say({
          ok: true,
          text: t('scan.instead', { item: `${next.itemNo} ${next.itemName}`, left: task.itemNo }),
        })
      }
    }
    const asked = { warehouseId: task.warehouseId, q: code }
    const found = await api(getLocationChoices, asked, { quiet: true })
    const exact = found.find(({ label }) => label.toUpperCase() === code.toUpperCase())
    if (exact === undefined) {
      const words = await mistaken.asPlace(code, { warehouseId: task.warehouseId })
      return say({ ok: false, text: words ?? t('scan:noPlace', { code }) })
    }
    if (task.suggestedLocation !== null && now.doubted !== code) {
      setHand({ ...now, doubted: code })
      say({ ok: false, text: t('scan.placeWrong', { right: task.suggestedLocation, code }) })
      return
    }
    setHand({ ...now, codes, place: { id: exact.id, code: exact.label }, doubted: null })
    say({ ok: true, text: t('scan.placeRight', { code: exact.label }) })
  }
  /** Goods with numbers: from the first one that is scanned on, exactly the scanned ones go. */
  const addSerial = (now: InHand, number: string) => {
    if (now.serials.includes(number)) return say({ ok: false, text: t('scan.twice', { code: number }) })
    const serials = [...now.serials, number]
    setHand({ ...now, serials, qty: String(serials.length) })
    say({ ok: true, text: t('scan.added', { item: number, qty: '1' }), undo: () => setHand(now) })
  }
  const numberOf = ({ task }: InHand, code: string) =>
    [code, readGs1(code, serverNow().getFullYear())?.serial].find((no) => no !== undefined && task.serials.includes(no))
  /** In part: a figure, or of goods with numbers the numbers themselves. */
  const split = (now: InHand, code: string) => {
    const { task } = now
    if (task.serials.length > 0) return say({ ok: false, text: t('scan.unknown', { code }) })
    if (!isQty(code) || compareDecimal(code, task.qty) > 0)
      return say({ ok: false, text: t('scan.noNumber', { code }) })
    setHand({ ...now, qty: code, splitting: false })
    return say({ ok: true, text: t('scan.noted', { code }) })
  }
  const scan = async (code: string) => {
    const now = held()
    if (now !== null && explaining) return void (now.place && post(now, now.place, code))
    const number = now === null ? undefined : numberOf(now, code)
    const batch = readGs1(code, serverNow().getFullYear())?.batch ?? code
    const chosen = which?.rows.find(({ batchNo }) => batchNo === batch)
    if (now === null && which !== null && chosen !== undefined) {
      take(chosen, { item: which.code, batch: code })
      say({ ok: true, text: `${chosen.itemNo} ${batch}` })
    } else if (now !== null && number !== undefined) addSerial(now, number)
    else if (/^RK\d{11}(-\d+)?$/i.test(code)) {
      if (isHeld(now)) return
      setHand(null)
      void navigate(pathTo('groundScan', { no: code.toUpperCase() }), { replace: true })
    } else if (now === null) await goods(code)
    else if (now.splitting) split(now, code)
    else await place(now, code)
  }
  const onScan = useScans(scan, say)

  const post = async (now: InHand, to: Place, byHandReason?: string) => {
    const { pallet, item, location } = now.codes ?? {}
    const byHand = location === undefined || (pallet ?? item ?? now.serials[0]) === undefined
    if (byHand && now.task.handEntry === 'forbidden') return say({ ok: false, text: t('scan.scanFirst') })
    if (byHand && now.task.handEntry === 'reason' && byHandReason === undefined) {
      setExplaining(true)
      return say({ ok: false, text: t('scan.askReason') })
    }
    setExplaining(false)
    setHand({ ...now, sent: true })
    const isWhole = compareDecimal(now.qty, now.task.qty) === 0
    const input = {
      id: now.task.id,
      locationId: to.id,
      qty: isWhole ? undefined : now.qty,
      serials: [...now.serials],
      scanned: now.codes ?? {},
      byHand: byHand || undefined,
      byHandReason: byHandReason?.slice(0, 200),
    }
    await send(
      async () => {
        const { left } = await api(putAwayGoods, input, { quiet: true, key: now.key })
        setHand(null)
        const isAll = compareDecimal(left, '0') <= 0
        const all = t('scan.placed', { item: now.task.itemNo, code: to.code })
        return { ok: true, text: isAll ? all : t('place.left', { left: figure(left) }) }
      },
      ({ reason, code }) => {
        const still = held()
        const isGone = reason === 'inbound.taskDone' || code === 404
        if (still) setHand(isGone ? null : { ...still, sent: false, key: newKey() })
      },
    )
  }
  const hint =
    hand === null
      ? t(which === null ? 'scan.palletOrGoods' : 'scan.ask.batchNo')
      : explaining
        ? t('scan.askReason')
        : hand.splitting
          ? t(hand.task.serials.length > 0 ? 'scan.serial' : 'scan.ask.qty')
          : t(hand.task.serials.length > 0 ? 'scan.placeOrSerial' : 'scan.place')
  const keys = hand
    ? [
        { key: 'other', label: t('scan.otherPlace'), pressed: choosing, onClick: () => setChoosing(!choosing) },
        {
          key: 'split',
          label: t('scan.split'),
          pressed: hand.splitting,
          onClick: () => setHand({ ...hand, splitting: !hand.splitting }),
        },
        {
          key: 'put',
          label: t('scan.put'),
          tone: 'primary' as const,
          disabled: hand.place === null || sending,
          onClick: () => hand.place && void post(hand, hand.place),
        },
      ]
    : [{ key: 'list', label: t('scan.list'), onClick: () => void navigate(pathTo('ground')) }]
  return (
    <ScanFrame
      {...(no === undefined ? {} : { title: no })}
      band={band}
      hint={hint}
      numeric={hand?.splitting === true && hand.task.serials.length === 0}
      onScan={onScan}
      keys={keys}
    >
      {hand && (
        <Goods
          hand={hand}
          onBack={() => {
            setHand(null)
            setChoosing(false)
            setExplaining(false)
          }}
        />
      )}
      {hand && choosing && (
        <Candidates
          task={hand.task}
          onChoose={(chosen) => {
            setHand({ ...hand, codes: { ...hand.codes, location: undefined }, place: chosen, doubted: null })
            setChoosing(false)
          }}
        />
      )}
      {!hand && (
        <Waiting
          rows={which?.rows ?? rows}
          failed={waiting.error}
          // A row that is tapped names its batch.
          onTake={(task) => take(task, { item: which?.code, batch: task.batchNo || undefined })}
        />
      )}
    </ScanFrame>
  )
}

type GoodsProps = {
  hand: InHand
  /** They were not meant, or are gone meanwhile. */
  onBack: () => void
}
function Goods({ hand: { task, place, qty, serials }, onBack }: GoodsProps) {
  const { t } = useTranslation('warehouse/receiving')
  const language = useLanguage()
  return (
    <>
      <TargetCard label={t('scan.goTo')} code={place?.code ?? task.suggestedLocation}>
        <span className={styles.quiet}>
          {place === null || place.code === task.suggestedLocation
            ? wordFor('putAwayReason', task.reason, language)
            : wordFor('putAwayReason', 'byHand', language)}
        </span>
      </TargetCard>
      <GoodsCard
        name={task.itemName}
        no={task.itemNo}
        what={[
          task.batchNo,
          task.expiry,
          wordFor('quality', task.quality, language),
          task.containerCode,
          task.fromLocation,
        ]}
        qty={figure(qty)}
        of={task.qty}
        unit={task.baseUnit}
      >
        {serials.length > 0 && <div className={styles.quiet}>{serials.join(' · ')}</div>}
        {task.containerCode !== null && compareDecimal(qty, task.qty) === 0 && <Along task={task} />}
        <Chips chips={[{ key: 'back', title: t('scan.back'), onTake: onBack }]} />
      </GoodsCard>
    </>
  )
}

/** What else waits on the pallet: it stands in one place, so all of it goes. */
function Along({ task: { id, containerCode } }: { task: PutAwayRow }) {
  const { t } = useTranslation('warehouse/receiving')
  const language = useLanguage()
  const { data } = useQuery({
    queryKey: [getPutAways.path, 'pallet', containerCode],
    queryFn: () => find({ code: containerCode ?? '' }),
    staleTime: 0,
  })
  const others = data?.rows.filter((row) => row.id !== id && row.containerCode === containerCode) ?? []
  if (others.length === 0) return null
  return (
    <div className={styles.what}>
      {t('scan.along', {
        goods: others
          .map(({ itemNo, batchNo, qty, baseUnit }) =>
            [itemNo, batchNo, figure(qty), wordFor('unit', baseUnit, language)].filter(Boolean).join(' '),
          )
          .join('，'),
      })}
    </div>
  )
}

/** Where else it fits, each with its reason. */
function Candidates({ task, onChoose }: { task: PutAwayRow; onChoose: (place: Place) => void }) {
  const { t } = useTranslation('warehouse/receiving')
  const language = useLanguage()
  const { data } = useQuery({
    ...q(getPutAwayPlaces, { id: task.id }),
    staleTime: 0,
  })
  return (
    <FloorRows
      label={t('place.where')}
      none={data && t('place.none')}
      rows={(data ?? []).map(({ locationId, code, zoneName, reason }) => ({
        key: locationId,
        title: code,
        small: zoneName,
        aside: wordFor('putAwayReason', reason, language),
        onTake: () => onChoose({ id: locationId, code }),
      }))}
    />
  )
}

type WaitingProps = {
  rows: readonly PutAwayRow[]
  /** Without an answer nobody knows whether anything waits. */
  failed: Error | null
  onTake: (task: PutAwayRow) => void
}
function Waiting({ rows, failed, onTake }: WaitingProps) {
  const { t } = useTranslation('warehouse/receiving')
  const language = useLanguage()
  return (
    <FloorRows
      label={t('ground.list')}
      none={failed?.message ?? t('ground.none')}
      rows={rows.map((row) => ({
        key: row.id,
        title: dotted(row.containerCode, row.itemNo),
        small: dotted(
          row.suggestedLocation ?? '—',
          row.itemName,
          row.batchNo,
          row.quality !== 'good' && wordFor('quality', row.quality, language),
        ),
        aside: `${figure(row.qty)} ${wordFor('unit', row.baseUnit, language)}`,
        onTake: () => onTake(row),
      }))}
    />
  )
}
