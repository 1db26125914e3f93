import { useQuery } from '@tanstack/react-query'
import { getItemChoices } from '@xunyun/contract/warehouse/masters/items'
import {
  type CountDetail,
  type CountPlaceRow,
  countPlace,
  getStockCount,
} from '@xunyun/contract/warehouse/storing/counts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { pathTo } from '../../../../paths.ts'
import { api } from '../../../../shared/api/api.ts'
import { newKey } from '../../../../shared/api/encode.ts'
import { q } from '../../../../shared/api/query.ts'
import { FloorRows } from '../../../../shared/scan/FloorRows.tsx'
import { isQty } from '../../../../shared/scan/isQty.ts'
import { locationScanned } from '../../../../shared/scan/locationScanned.ts'
import styles from '../../../../shared/scan/ScanFrame.module.css'
import { ScanFrame, useBand } from '../../../../shared/scan/ScanFrame.tsx'
import { useElsewhere } from '../../../../shared/scan/useElsewhere.ts'
import { useMistaken } from '../../../../shared/scan/useMistaken.ts'
import { usePosting } from '../../../../shared/scan/usePosting.ts'
import { useScans } from '../../../../shared/scan/useScans.ts'
import { missingWords } from '../../../../shared/scan/wordsOf.ts'
import { serverNow, useSession } from '../../../../shared/session/session.ts'
import { figure } from '../../../../shared/ui/format.ts'
import { countPaths } from '../counts/paths.ts'
import {
  batchesHere,
  counted,
  entriesOf,
  meant,
  type Pending,
  readCode,
  rebatched,
  type Tally,
  takenUp,
  tallyOf,
  unitsOf,
} from './countScans.ts'
import { Found } from './Found.tsx'
import { readPlace, writePlace } from './keptCount.ts'

/** Count with a scanner in the hand: the count, its places one after the other, and all that stands there. */
export default function CountScanPage() {
  const { t } = useTranslation('warehouse/storing')
  const { no } = useParams()
  const navigate = useNavigate()
  const [band, say] = useBand()
  const count = useQuery({
    ...q(getStockCount, { no }),
    enabled: no !== undefined,
    staleTime: 0,
    // Begun at the desk meanwhile, it is to be counted here without another scan.
    refetchInterval: ({ state }) => (state.data?.state === 'new' ? 5_000 : false),
  })
  if (no !== undefined && count.data) return <Counting key={count.data.id} count={count.data} />
  const failed = count.isError
    ? { ok: false, text: missingWords(count.error, t('floor.noCount', { code: no ?? '' })) }
    : band
  return (
    <ScanFrame
      band={failed}
      hint={t('floor.count')}
      onScan={(code) => {
        say({ ok: true, text: code })
        void navigate(pathTo('countScan', { no: code.toUpperCase() }), { replace: true })
      }}
      keys={[{ key: 'list', label: t('floor.list'), onClick: () => void navigate(pathTo('count')) }]}
    >
      <p className={styles.quiet}>{t('floor.countHint')}</p>
    </ScanFrame>
  )
}

const isOpen = (place: CountPlaceRow) => place.firstAt === null || (place.recount && place.secondAt === null)
type Here = {
  readonly place: CountPlaceRow | null
  /** The pallet whose goods are counted. */
  readonly container: string | null
  readonly tallies: readonly Tally[]
  /** Scanned once, and not known: again, and it is found goods. */
  readonly doubted: string | null
  /** The next scan is how many. */
  readonly typing: boolean
  /** As the place was scanned; null: it was chosen from the list. */
  readonly placeCode: string | null
  /** Goods whose batch is to be said. */
  readonly pending: Pending | null
  /** The next scan is the reason for not scanning. */
  readonly explaining: boolean
}
const nowhere: Here = {
  place: null,
  container: null,
  tallies: [],
  doubted: null,
  typing: false,
  placeCode: null,
  pending: null,
  explaining: false,
}
const dayOf = (text: string): string | undefined => {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text.trim()) ?? []
  return year === undefined ? undefined : `${year}-${month}-${day}`
}

function Counting({ count }: { count: CountDetail }) {
  const { t } = useTranslation(['warehouse/storing', 'scan'])
  const navigate = useNavigate()
  const [band, say] = useBand()
  const elsewhere = useElsewhere()
  const mistaken = useMistaken()
  const userId = useSession(({ userInfo }) => userInfo?.UserID ?? 0)
  const goesOn = count.state === 'counting' || count.state === 'recount'
  const open = goesOn ? count.places.filter(isOpen) : []
  const [kept] = useState(() =>
    readPlace(
      userId,
      count.id,
      open.map(({ locationId }) => locationId),
    ),
  )
  const [here, show] = useState<Here>(() =>
    kept === null
      ? nowhere
      : {
          ...nowhere,
          place: open.find(({ locationId }) => locationId === kept.locationId) ?? null,
          container: kept.container,
          tallies: kept.tallies,
          placeCode: kept.placeCode ?? null,
        },
  )
  // Scans come faster than answers: each begins when the one before it is done, with what that left in hand.
  const held = useRef<Here>(here)
  const set = (next: Partial<Here>) => {
    held.current = { ...held.current, ...next }
    show(held.current)
  }
  const { sending, post: send } = usePosting(say, countPaths)
  // Sent again after a lost answer, even after a reload, it is the same intent.
  const [key, setKey] = useState(() => kept?.key ?? newKey())
  useEffect(() => {
    const { place, container, tallies, placeCode } = here
    const found = { container, tallies, placeCode, key }
    writePlace(userId, count.id, place && goesOn ? { locationId: place.locationId, ...found } : null)
  }, [userId, count.id, goesOn, here, key])

  const enter = async (scanned: string, isScan: boolean) => {
    if (!isScan && count.handEntry === 'forbidden') return say({ ok: false, text: t('floor.place') })
    const { code, elsewhere: other } = locationScanned(scanned, count.warehouseCode)
    if (other !== null) return say({ ok: false, text: elsewhere(other) })
    const place = count.places.find((one) => one.code.toUpperCase() === code.toUpperCase())
    if (place === undefined) {
      const words = await mistaken.asPlace(code, { warehouseId: count.warehouseId })
      return say({ ok: false, text: words ?? t('floor.outside', { code }) })
    }
    if (count.state === 'recount' && !place.recount) return say({ ok: false, text: t('floor.noRecount', { code }) })
    set({ ...nowhere, place, placeCode: isScan ? scanned : null })
    return say({ ok: true, text: t('floor.at', { code: place.code }) })
  }
  const add = (goods: Tally, units: string) => {
    set({ tallies: counted(held.current.tallies, goods, units), doubted: null, pending: null })
    say({
      ok: true,
      text: goods.serialControlled ? goods.itemNo : t('floor.more', { item: goods.itemNo, qty: figure(units) }),
    })
  }
  const linesHere = () => count.lines.filter(({ locationId }) => locationId === held.current.place?.locationId)
  /** The batch has to be said first: one that lies here, or a new one. */
  const ask = (pending: Pending) => {
    set({ pending, doubted: null, typing: false })
    const batches = batchesHere(linesHere(), pending.goods.itemId, held.current.container)
    const which = t('floor.whichBatch', { batches: batches.map(({ batchNo }) => batchNo || '—').join('，') })
    const words = { batch: which, newBatch: t('floor.askBatch'), expiry: t('floor.askExpiry') }
    say({ ok: false, text: words[pending.ask] })
  }
  const settle = ({ goods, units, moving }: Pending) => {
    if (!moving) return add(goods, units)
    set({ tallies: rebatched(held.current.tallies, goods), pending: null })
    return say({ ok: true, text: t('floor.noted', { code: goods.batchNo ?? '' }) })
  }
  /** A batch that the book does not have here; what expires is asked for its day. */
  const newBatch = (pending: Pending, batch: string, expiry: string | undefined) => {
    const goods = { ...pending.goods, lineId: undefined, batchNo: batch, expiry }
    const next = { ...pending, goods: { ...goods, codes: { ...goods.codes, batch } } }
    if (goods.expiryControlled && expiry === undefined) return ask({ ...next, ask: 'expiry' })
    return settle(next)
  }
  const choose = (pending: Pending, lineId: number) => {
    const line = linesHere().find(({ id }) => id === lineId)
    if (line === undefined) return
    settle({ ...pending, goods: tallyOf(line, { ...pending.goods.codes, batch: line.batchNo || undefined }) })
  }
  /** The answer to which batch it is; goods that are scanned meanwhile never become one. */
  const answer = (pending: Pending, code: string) => {
    const read = readCode(code, serverNow().getFullYear())
    if (pending.ask === 'expiry') {
      const day = read.expiry ?? dayOf(code)
      if (day === undefined) return say({ ok: false, text: t('floor.noDay', { code }) })
      return settle({ ...pending, goods: { ...pending.goods, expiry: day } })
    }
    if (unitsOf(pending.of, read.codes) !== null && read.batch === undefined) return ask(pending)
    const batch = read.batch ?? code.trim()
    const line = batchesHere(linesHere(), pending.goods.itemId, held.current.container).find(
      ({ batchNo }) => batchNo === batch,
    )
    if (line !== undefined) return choose(pending, line.id)
    if (pending.ask === 'batch') return say({ ok: false, text: t('floor.batchNotHere', { batch }) })
    return newBatch(pending, batch, read.expiry)
  }
  /** Goods or a batch that nobody expected here: meant, when they are scanned twice. */
  const unknown = async (code: string, read: ReturnType<typeof readCode>) => {
    const asked = { q: read.codes[0] }
    const item = (await api(getItemChoices, asked, { quiet: true })).find((one) => unitsOf(one, read.codes) !== null)
    if (item === undefined) {
      const words = await mistaken.asGoods(code, { warehouseId: count.warehouseId })
      return say({ ok: false, text: words ?? t('floor.unknown', { code }) })
    }
    if (held.current.doubted !== code) {
      set({ doubted: code })
      const what = read.batch === undefined ? item.itemNo : `${item.itemNo} ${read.batch}`
      return say({ ok: false, text: t('floor.notExpected', { item: what }) })
    }
    const goods: Tally = {
      itemId: item.id,
      itemNo: item.itemNo,
      itemName: item.name,
      baseUnit: item.baseUnit,
      serialControlled: item.serialControlled,
      batchControlled: item.batchControlled,
      expiryControlled: item.expiryControlled,
      containerCode: held.current.container ?? undefined,
      qty: '0',
      serials: [],
      codes: { item: code },
    }
    const pending = { goods, units: unitsOf(item, read.codes) ?? '1', of: item, moving: false } as const
    if (read.batch !== undefined) return newBatch({ ...pending, ask: 'newBatch' }, read.batch, read.expiry)
    if (item.batchControlled) return ask({ ...pending, ask: 'newBatch' })
    return item.expiryControlled ? ask({ ...pending, ask: 'expiry' }) : add(goods, pending.units)
  }
  const serial = (first: Tally, code: string) => {
    if (held.current.tallies.some(({ serials }) => serials.includes(code)))
      return say({ ok: false, text: t('floor.twice', { code }) })
    const serials = [...first.serials, code]
    set({ tallies: [{ ...first, serials, qty: String(serials.length) }, ...held.current.tallies.slice(1)] })
    return say({ ok: true, text: t('floor.noted', { code }) })
  }
  const scan = async (code: string) => {
    const now = held.current
    const [first] = now.tallies
    if (/^PD\d{11}$/i.test(code)) {
      set(nowhere)
      return void navigate(pathTo('countScan', { no: code.toUpperCase() }), { replace: true })
    }
    if (now.place === null) return enter(code, true)
    if (now.explaining) return void post(now.place, now.tallies, code)
    if (now.pending !== null) return answer(now.pending, code)
    if (now.typing && first) {
      if (!isQty(code)) return say({ ok: false, text: t('floor.noNumber', { code }) })
      set({ tallies: [{ ...first, qty: code }, ...now.tallies.slice(1)], typing: false })
      return say({ ok: true, text: t('floor.noted', { code }) })
    }
    const read = readCode(code, serverNow().getFullYear())
    const there = count.lines.filter(({ locationId }) => locationId === now.place?.locationId)
    const container = there.find(({ containerCode }) => containerCode === (read.sscc ?? code.toUpperCase()))
    if (container?.containerCode) {
      set({ container: container.containerCode })
      return say({ ok: true, text: t('floor.on', { code: container.containerCode }) })
    }
    // The place again: what follows is loose.
    const label = locationScanned(code, count.warehouseCode)
    if (label.elsewhere === null && now.place.code.toUpperCase() === label.code.toUpperCase()) {
      set({ container: null, placeCode: code })
      return say({ ok: true, text: t('floor.at', { code: now.place.code }) })
    }
    // Another place's label is neither goods nor a serial number.
    if (label.ours) return say({ ok: false, text: t('scan:placeNotGoods', { code: label.code }) })
    const of = meant(there, read, now.container, first)
    if (of.kind === 'goods') {
      const codes = {
        ...of.goods.codes,
        item: of.goods.codes?.item ?? code,
        ...(read.batch ? { batch: read.batch } : {}),
      }
      return add({ ...of.goods, codes }, unitsOf(of.of, read.codes) ?? '1')
    }
    if (of.kind === 'which') {
      const units = unitsOf(of.first, read.codes) ?? '1'
      return ask({ goods: tallyOf(of.first, { item: code }), units, of: of.first, ask: 'batch', moving: false })
    }
    if (of.kind === 'unknown' && first?.serialControlled && read.sscc === undefined) return serial(first, code)
    return unknown(code, read)
  }
  const onScan = useScans(scan, say)
  const post = async (place: CountPlaceRow, tallies: readonly Tally[], byHandReason?: string) => {
    const { placeCode } = held.current
    const byHand = placeCode === null
    if (byHand && count.handEntry === 'reason' && byHandReason === undefined) {
      set({ explaining: true })
      return say({ ok: false, text: t('floor.askReason') })
    }
    set({ explaining: false })
    const input = {
      id: count.id,
      locationId: place.locationId,
      entries: entriesOf(tallies),
      scanned: byHand ? undefined : { location: placeCode },
      byHand: byHand || undefined,
      byHandReason: byHandReason?.slice(0, 200),
    }
    await send(
      async () => {
        const { left } = await api(countPlace, input, { quiet: true, key })
        setKey(newKey())
        set(nowhere)
        return { ok: true, text: t('floor.placeDone', { place: place.code, count: left }) }
      },
      () => setKey(newKey()),
    )
  }
  const { place, tallies } = here
  const [first] = tallies
  const keys = place
    ? [
        tallies.length === 0
          ? {
              key: 'empty',
              label: t('floor.empty'),
              disabled: sending || here.pending !== null,
              onClick: () => void post(place, []),
            }
          : {
              key: 'back',
              label: t('floor.back'),
              onClick: () => set({ ...nowhere, place, placeCode: here.placeCode }),
            },
        {
          key: 'qty',
          label: t('floor.setQty'),
          pressed: here.typing,
          disabled: first === undefined || first.serialControlled,
          onClick: () => set({ typing: !here.typing, pending: null }),
        },
        {
          key: 'done',
          label: t('count.placeDone'),
          tone: 'primary' as const,
          disabled: tallies.length === 0 || sending || here.pending !== null,
          onClick: () => void post(place, tallies),
        },
      ]
    : [{ key: 'list', label: t('floor.list'), onClick: () => void navigate(pathTo('count')) }]
  const asks = { batch: t('floor.askBatch'), newBatch: t('floor.askBatch'), expiry: t('floor.askExpiry') }
  const hint =
    place === null
      ? t('floor.place')
      : here.explaining
        ? t('floor.askReason')
        : here.pending !== null
          ? asks[here.pending.ask]
          : t(here.typing ? 'floor.qty' : 'floor.goods')
  /** What is in hand, or waits for its batch, as it would be of another one. */
  const pendingNow = (goods: Tally): Pending =>
    here.pending ?? {
      goods,
      units: goods.qty,
      of: { itemNo: goods.itemNo, barcodes: [], packs: [] },
      ask: 'newBatch',
      moving: true,
    }
  return (
    <ScanFrame
      title={place ? `${count.countNo} · ${place.code}` : count.countNo}
      progress={[count.countedPlaces, count.placeCount]}
      band={goesOn ? band : { ok: false, text: t(count.state === 'new' ? 'floor.notStarted' : 'floor.ended') }}
      hint={hint}
      numeric={here.typing}
      onScan={goesOn ? onScan : () => undefined}
      keys={keys}
    >
      {place ? (
        <Found
          tallies={tallies}
          pending={here.pending}
          batchesOf={(itemId) => batchesHere(linesHere(), itemId, here.container)}
          onChoose={(goods, lineId) => choose(pendingNow(goods), lineId)}
          onNew={(goods) => ask({ ...pendingNow(goods), ask: 'newBatch' })}
          onTakeUp={(goods) => set({ tallies: takenUp(tallies, goods), typing: false, pending: null })}
          onRemove={(goods) => set({ tallies: tallies.filter((one) => one !== goods), typing: false, pending: null })}
        />
      ) : (
        goesOn && <Open places={open} onEnter={(code) => void enter(code, false)} />
      )}
    </ScanFrame>
  )
}

/** Where to go next, in walking order. */
function Open({ places, onEnter }: { places: readonly CountPlaceRow[]; onEnter: (code: string) => void }) {
  const { t } = useTranslation('warehouse/storing')
  return (
    <FloorRows
      label={t('count.places')}
      none={t('floor.allCounted')}
      rows={places.slice(0, 50).map(({ locationId, code, zoneName }) => ({
        key: locationId,
        title: code,
        small: zoneName,
        onTake: () => onEnter(code),
      }))}
    />
  )
}
