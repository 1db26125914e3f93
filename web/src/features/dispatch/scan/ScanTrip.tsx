import { pieceOf } from '@xunyun/contract/dispatch/scan'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { FloorRows } from '../../../shared/scan/FloorRows.tsx'
import { GoodsCard } from '../../../shared/scan/GoodsCard.tsx'
import { type Key, ScanFrame, useBand } from '../../../shared/scan/ScanFrame.tsx'
import { ToSend } from '../../../shared/scan/ToSend.tsx'
import { missingWords } from '../../../shared/scan/wordsOf.ts'
import { dotted, figure } from '../../../shared/ui/format.ts'
import { late } from '../../../shared/ui/late.tsx'
import { closingOf } from './closing.ts'
import { isWhole, totalOf, type WaybillNow, waybillsNow } from './keptTrips.ts'
import { RefusedScans } from './RefusedScans.tsx'
import styles from './Scan.module.css'
import { NothingToScan, StopEnded } from './StopEnded.tsx'
import { piecesTyped, readScan } from './tripScans.ts'
import { useKeptTrip } from './useKeptTrip.ts'

const TripCounts = late(() => import('../TripCounts.tsx').then((file) => file.TripCounts))

/** Of a waybill's number: how many of it, and instead of which scan that was refused. */
type Asking = {
  readonly act: 'count' | 'join'
  readonly waybillNo: string
  readonly most: number
  readonly instead?: string
}

/** One trip at the stop where it is: what is loaded or unloaded, piece by piece. */
export function ScanTrip({ no }: { no: string }) {
  const { t } = useTranslation(['tripScan', 'scan', 'common'])
  const { t: tDispatch } = useTranslation('dispatch')
  const navigate = useNavigate()
  const [band, say] = useBand()
  const [asking, ask] = useState<Asking | null>(null)
  const [closing, setClosing] = useState(false)
  const [finding, setFinding] = useState(false)
  const { kept, error, online, add, addExtra, close, tell, dismiss, goOn } = useKeptTrip(no, (text) =>
    say({ ok: false, text }),
  )
  const toTrip = (trip: string) => void navigate(pathTo('arrangeScan', { no: trip }), { replace: true })
  const other: Key = { key: 'other', label: t('otherTrip'), onClick: () => toTrip('') }
  if (kept === null)
    return (
      <ScanFrame
        band={error === null ? band : { ok: false, text: missingWords(error as Error, t('noTrip', { code: no })) }}
        hint={t('hint.trip')}
        onScan={toTrip}
        keys={[other]}
      >
        {null}
      </ScanFrame>
    )

  const { trip, acts, ended = null } = kept
  const { now } = trip
  const rows = waybillsNow(kept)
  const { done, of } = totalOf(rows)
  const open = rows.filter((row) => !isWhole(row))
  const missing = open.reduce((sum, row) => sum + row.pieces - row.done, 0)
  const isHere = now !== null && trip.blocked === null && ended === null
  const closeWord = now === null ? '' : tDispatch(`act.${closingOf(now, trip)}`)

  /** What cannot be kept must not look as if it were. */
  const keeping = (act: () => void): boolean => {
    try {
      act()
      return true
    } catch {
      say({ ok: false, text: t('scan:full') })
      return false
    }
  }
  const takeBack = (number: string, pieces?: number) => {
    if (keeping(() => add('take', { number, pieces }))) say({ ok: true, text: t('said.taken', { no: number }) })
  }
  const count = (act: 'count' | 'join', number: string, { pieces, instead, row, overload }: Counted) => {
    if (!keeping(() => add(act, { number, pieces, overload }, instead))) return
    const figures = { no: number, pieces: pieces ?? 1, done: (row?.done ?? 0) + (pieces ?? 1), of: row?.pieces ?? 0 }
    const text = t(act === 'join' ? 'said.joined' : pieces === undefined ? 'said.piece' : 'said.pieces', figures)
    say({ ok: true, text, undo: () => takeBack(number, pieces) })
    ask(null)
  }
  const answer = (pieces: number, of: Asking) => {
    const row = rows.find(({ waybillNo }) => waybillNo === of.waybillNo)
    count(of.act, of.waybillNo, { pieces, row, ...(of.instead === undefined ? {} : { instead: of.instead }) })
  }
  const askFor = ({ waybillNo, pieces, done: before }: WaybillNow) => {
    setClosing(false)
    ask({ act: 'count', waybillNo, most: pieces - before })
  }
  const onScan = (code: string) => {
    if (/^PC\d{11}$/i.test(code)) return toTrip(code.toUpperCase())
    if (ended !== null) return say({ ok: false, text: t('said.ended') })
    if (!isHere || now === null) return say({ ok: false, text: trip.blocked ?? t('said.nothing') })
    if (asking !== null && pieceOf(code) === null) {
      const pieces = piecesTyped(code, asking.most)
      return pieces === null
        ? say({ ok: false, text: t('said.noNumber', { code, most: asking.most }) })
        : answer(pieces, asking)
    }
    ask(null)
    setClosing(false)
    const scan = readScan(code, kept, rows)
    if (scan.is === 'piece') return count('count', scan.number, { row: scan.row })
    if (scan.is === 'waybill') return askFor(scan.row)
    if (scan.is === 'wrong')
      return say({
        ok: false,
        text: t(`said.${scan.why}`, { no: scan.number, pieces: scan.pieces, stop: scan.stop ?? '' }),
      })
    const { number } = scan
    const text = t(scan.is === 'beyond' ? 'said.beyond' : 'said.stray', { no: number, pieces: scan.pieces })
    // Only the server knows whether it is free here: it joins where it is loaded, under way at outlets alone.
    const mayJoin = now.work === 'load' && (now.seq === 1 || trip.stops[now.seq - 1]?.kind === 'outlet')
    const isKept =
      scan.told ||
      keeping(() => {
        const pieces = pieceOf(number)?.piece === null ? 1 : undefined
        if (scan.is === 'stray' && mayJoin) add('count', { number, pieces })
        else tell(number, text, scan.is === 'beyond' && mayJoin ? 1 : null)
      })
    if (isKept) say({ ok: false, text })
  }
  const onClose = (overload?: boolean) => {
    if (!closing && missing > 0 && overload === undefined) return setClosing(true)
    setClosing(false)
    if (keeping(() => close(overload))) say({ ok: true, text: t('said.closed', { act: closeWord }) })
  }

  const next: Key = {
    key: 'next',
    label: t('nextStop'),
    tone: 'primary',
    onClick: goOn,
  }
  // What did not come off is brought in when it is found, with the list of the trip: it has no label that was kept.
  const found: Key[] =
    trip.missing > 0 && acts.length === 0 && online
      ? [{ key: 'bringIn', label: tDispatch('act.bringIn'), tone: 'primary', onClick: () => setFinding(true) }]
      : []
  const keys: Key[] =
    ended !== null
      ? acts.length === 0 &&
        now !== null &&
        trip.blocked === null &&
        !(now.seq === ended.seq && now.work === ended.work)
        ? [other, next]
        : found.length > 0
          ? [other, ...found]
          : [{ ...other, tone: 'primary' }]
      : !isHere
        ? found.length > 0
          ? [other, ...found]
          : [
              { key: 'list', label: t('list'), onClick: () => void navigate(pathTo('arrangeList')) },
              { ...other, tone: 'primary' },
            ]
        : asking !== null
          ? [
              { key: 'back', label: t('common:cancel'), onClick: () => ask(null) },
              {
                key: 'all',
                label: t('countAll', { pieces: figure(asking.most) }),
                tone: 'primary',
                onClick: () => answer(asking.most, asking),
              },
            ]
          : closing
            ? [
                { key: 'back', label: t('goOnScanning'), onClick: () => setClosing(false) },
                { key: 'close', label: closeWord, tone: 'danger', onClick: () => onClose() },
              ]
            : [other, { key: 'close', label: closeWord, tone: 'primary', onClick: () => onClose() }]
  return (
    <ScanFrame
      title={dotted(trip.plateNo, trip.driverName)}
      {...(isHere ? { progress: [done, of] } : {})}
      band={band}
      hint={asking !== null ? t('hint.pieces', { no: asking.waybillNo }) : isHere ? t('hint.piece') : t('hint.trip')}
      numeric={asking !== null}
      onScan={onScan}
      keys={keys}
    >
      <ToSend count={acts.length} online={online} />
      {isHere && now !== null ? (
        <GoodsCard
          name={dotted(t(`work.${now.work}`), now.name)}
          no={trip.arrangementNo}
          qty={figure(asking?.most ?? done)}
          {...(asking === null ? { of: String(of) } : {})}
          unit="piece"
          {...(asking === null ? {} : { what: [t(`ask.${asking.act}`, { no: asking.waybillNo })] })}
        />
      ) : ended !== null ? (
        <StopEnded ended={ended} sent={acts.every(({ actId }) => actId !== ended.actId)} />
      ) : (
        <NothingToScan trip={trip} />
      )}
      <RefusedScans
        kept={kept}
        onJoin={({ act, free }) => {
          const label = pieceOf(act.number ?? '')
          if (label === null || act.number === undefined) return
          if (label.piece !== null) return count('join', act.number, { instead: act.actId })
          ask({ act: 'join', waybillNo: label.waybillNo, most: free ?? 1, instead: act.actId })
        }}
        onOverload={({ act, number, pieces, actId }) => {
          if (act === 'close') onClose(true)
          else if (number !== undefined) count('join', number, { pieces, instead: actId, overload: true })
        }}
        onExtra={(of) => {
          if (keeping(() => addExtra(of))) say({ ok: true, text: t('said.extra', { no: of.number }) })
        }}
        onSeen={dismiss}
      />
      {isHere && now !== null && (
        <>
          {closing && (
            <section className={styles.short} role="alert">
              <b>{t(`short.${now.work}`, { pieces: figure(missing), act: closeWord })}</b>
            </section>
          )}
          <Rows
            label={t('missing')}
            none={of === 0 ? t('nothing', { act: closeWord }) : t('all')}
            rows={open}
            onTake={askFor}
          />
          <Rows label={t('complete')} rows={rows.filter(isWhole)} />
        </>
      )}
      {finding && (
        <TripCounts
          id={trip.id}
          what="found"
          onClose={() => {
            setFinding(false)
            goOn()
          }}
        />
      )}
    </ScanFrame>
  )
}

type Counted = {
  readonly pieces?: number | undefined
  readonly overload?: boolean
  readonly instead?: string
  readonly row?: WaybillNow | undefined
}
type RowsProps = {
  readonly label: string
  readonly none?: string
  readonly rows: readonly WaybillNow[]
  /** Left out where they are complete. */
  readonly onTake?: (row: WaybillNow) => void
}

function Rows({ label, none, rows, onTake }: RowsProps) {
  return (
    <FloorRows
      label={label}
      none={none}
      rows={rows.map((row) => ({
        key: row.waybillNo,
        title: <span className={onTake ? undefined : styles.quiet}>{row.waybillNo}</span>,
        small: row.customerName ?? undefined,
        aside: (
          <span className={onTake ? styles.open : styles.quiet}>
            {figure(row.done)} / {figure(row.pieces)}
          </span>
        ),
        disabled: onTake === undefined,
        onTake: () => onTake?.(row),
      }))}
    />
  )
}
