import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { type CountDetail, type CountPlaceRow, countPlace, getStockCount } from '@xunyun/contract/stock/counts'
import { getItemChoices } from '@xunyun/contract/warehouse/items'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { useRefresh } from '../../../shared/action/useAction.ts'
import { api, type Sending } from '../../../shared/api/api.ts'
import { newKey } from '../../../shared/api/encode.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import styles from '../../../shared/floor/Floor.module.css'
import { Floor, useBand } from '../../../shared/floor/Floor.tsx'
import { locationScanned } from '../../../shared/floor/locationScanned.ts'
import { useElsewhere } from '../../../shared/floor/useElsewhere.ts'
import { missingWords, wordsOf } from '../../../shared/floor/wordsOf.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { serverNow, useSession } from '../../../shared/session/session.ts'
import { figure } from '../../../shared/ui/format.ts'
import { countPaths } from '../counts/paths.ts'
import { counted, entriesOf, lineFor, readCode, type Tally, unitsOf } from './countScans.ts'
import { readPlace, writePlace } from './keptCount.ts'

/** Count with a scanner in the hand: the count, its places one after the other, and all that stands there. */
export default function CountScanPage() {
  const { t } = useTranslation('stock')
  const { no } = useParams()
  const navigate = useNavigate()
  const [band, say] = useBand()
  const count = useQuery({
    queryKey: [getStockCount.path, 'scan', no],
    queryFn: ({ signal }) => api(getStockCount, { no } as Sending<typeof getStockCount>, { signal, quiet: true }),
    enabled: no !== undefined,
    staleTime: 0,
  })
  if (no !== undefined && count.data) return <Counting key={count.data.id} count={count.data} />
  const failed = count.isError
    ? { ok: false, text: missingWords(count.error, t('floor.noCount', { code: no ?? '' })) }
    : band
  return (
    <Floor
      band={failed}
      hint={t('floor.count')}
      onScan={(code) => {
        say({ ok: true, text: code })
        void navigate(pathTo('countScan', { no: code.toUpperCase() }), { replace: true })
      }}
      keys={[{ key: 'list', label: t('floor.list'), onClick: () => void navigate(pathTo('count')) }]}
    >
      <p className={styles.quiet}>{t('floor.countHint')}</p>
    </Floor>
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
}
const nowhere: Here = { place: null, container: null, tallies: [], doubted: null, typing: false }

function Counting({ count }: { count: CountDetail }) {
  const { t } = useTranslation('stock')
  const navigate = useNavigate()
  const refresh = useRefresh()
  const [band, say] = useBand()
  const elsewhere = useElsewhere()
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
        },
  )
  // Scans come faster than answers: each begins when the one before it is done, with what that left in hand.
  const held = useRef<Here>(here)
  const queue = useRef(Promise.resolve())
  const set = (next: Partial<Here>) => {
    held.current = { ...held.current, ...next }
    show(held.current)
  }
  const [sending, setSending] = useState(false)
  // Sent again after a lost answer, even after a reload, it is the same intent.
  const [key, setKey] = useState(() => kept?.key ?? newKey())
  useEffect(() => {
    const { place, container, tallies } = here
    writePlace(userId, count.id, place && goesOn ? { locationId: place.locationId, container, tallies, key } : null)
  }, [userId, count.id, goesOn, here, key])

  const enter = (scanned: string) => {
    const { code, elsewhere: other } = locationScanned(scanned, count.warehouseCode)
    if (other !== null) return say({ ok: false, text: elsewhere(other) })
    const place = count.places.find((one) => one.code.toUpperCase() === code.toUpperCase())
    if (place === undefined) return say({ ok: false, text: t('floor.outside', { code }) })
    if (count.state === 'recount' && !place.recount) return say({ ok: false, text: t('floor.noRecount', { code }) })
    set({ ...nowhere, place })
    return say({ ok: true, text: t('floor.at', { code: place.code }) })
  }
  const add = (goods: Tally, units: string) => {
    set({ tallies: counted(held.current.tallies, goods, units), doubted: null })
    say({
      ok: true,
      text: goods.serialControlled ? goods.itemNo : t('floor.more', { item: goods.itemNo, qty: figure(units) }),
    })
  }
  /** Goods that nobody expected here: meant, when they are scanned twice. */
  const unknown = async (code: string, codes: readonly string[], batch: string | undefined) => {
    const asked = { q: codes[0] } as Sending<typeof getItemChoices>
    const item = (await api(getItemChoices, asked, { quiet: true })).find(
      (one) => unitsOf({ itemNo: one.itemNo, barcodes: one.barcodes, packs: one.packs }, codes) !== null,
    )
    if (item === undefined) return say({ ok: false, text: t('floor.unknown', { code }) })
    if (held.current.doubted !== code) {
      set({ doubted: code })
      return say({ ok: false, text: t('floor.notExpected', { item: item.itemNo }) })
    }
    const goods: Tally = {
      itemId: item.id,
      itemNo: item.itemNo,
      itemName: item.name,
      baseUnit: item.baseUnit,
      serialControlled: item.serialControlled,
      batchNo: batch,
      containerCode: held.current.container ?? undefined,
      qty: '0',
      serials: [],
    }
    return add(goods, unitsOf({ itemNo: item.itemNo, barcodes: item.barcodes, packs: item.packs }, codes) ?? '1')
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
    if (now.place === null) return enter(code)
    if (now.typing && first) {
      if (!/^\d{1,9}(\.\d{1,3})?$/.test(code)) return say({ ok: false, text: t('floor.noNumber', { code }) })
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
      set({ container: null })
      return say({ ok: true, text: t('floor.at', { code: now.place.code }) })
    }
    // Another place's label is neither goods nor a serial number.
    if (label.ours) return say({ ok: false, text: t('floor.unknown', { code: label.code }) })
    const line = lineFor(there, read, now.container)
    if (line)
      return add(
        {
          lineId: line.id,
          itemId: line.itemId,
          itemNo: line.itemNo,
          itemName: line.itemName,
          baseUnit: line.baseUnit,
          serialControlled: line.serialControlled,
          batchNo: line.batchNo || undefined,
          containerCode: line.containerCode ?? undefined,
          qty: '0',
          serials: [],
        },
        unitsOf(line, read.codes) ?? '1',
      )
    if (first?.serialControlled && read.sscc === undefined) return serial(first, code)
    return unknown(code, read.codes, read.batch)
  }
  const onScan = (code: string) => {
    queue.current = queue.current
      .then(() => scan(code))
      .catch(async (error: unknown) => say({ ok: false, text: await wordsOf(error) }))
  }
  const post = async (place: CountPlaceRow, tallies: readonly Tally[]) => {
    setSending(true)
    try {
      const input = { id: count.id, locationId: place.locationId, entries: entriesOf(tallies) }
      const { left } = await api(countPlace, input as unknown as Sending<typeof countPlace>, {
        quiet: true,
        key,
      })
      setKey(newKey())
      set(nowhere)
      say({ ok: true, text: t('floor.placeDone', { place: place.code, count: left }) })
      await refresh(countPaths)
    } catch (error) {
      say({ ok: false, text: await wordsOf(error) })
      if (error instanceof ApiError) {
        setKey(newKey())
        await refresh(countPaths)
      }
    } finally {
      setSending(false)
    }
  }
  const { place, tallies } = here
  const [first] = tallies
  const keys = place
    ? [
        tallies.length === 0
          ? {
              key: 'empty',
              label: t('floor.empty'),
              disabled: sending,
              onClick: () => void post(place, []),
            }
          : { key: 'back', label: t('floor.back'), onClick: () => set({ ...nowhere, place }) },
        {
          key: 'qty',
          label: t('floor.setQty'),
          pressed: here.typing,
          disabled: first === undefined || first.serialControlled,
          onClick: () => set({ typing: !here.typing }),
        },
        {
          key: 'done',
          label: t('count.placeDone'),
          tone: 'primary' as const,
          disabled: tallies.length === 0 || sending,
          onClick: () => void post(place, tallies),
        },
      ]
    : [{ key: 'list', label: t('floor.list'), onClick: () => void navigate(pathTo('count')) }]
  return (
    <Floor
      title={place ? `${count.countNo} · ${place.code}` : count.countNo}
      progress={[count.countedPlaces, count.placeCount]}
      band={goesOn ? band : { ok: false, text: t('floor.ended') }}
      hint={place === null ? t('floor.place') : here.typing ? t('floor.qty') : t('floor.goods')}
      numeric={here.typing}
      onScan={goesOn ? onScan : () => undefined}
      keys={keys}
    >
      {place ? <Found tallies={tallies} /> : <Open places={open} onEnter={enter} />}
    </Floor>
  )
}

/** What was found here so far; what is in hand first. Never what should be there. */
function Found({ tallies }: { tallies: readonly Tally[] }) {
  const { t } = useTranslation('stock')
  const language = useLanguage()
  const [first, ...others] = tallies
  if (first === undefined) return <p className={styles.quiet}>{t('floor.nothingYet')}</p>
  return (
    <>
      <section className={styles.card}>
        <div className={styles.title}>
          <b>{first.itemName}</b>
          <span>{first.itemNo}</span>
        </div>
        <div className={styles.quiet}>{[first.batchNo, first.containerCode].filter(Boolean).join(' · ')}</div>
        <div className={styles.big}>
          {figure(first.qty)}
          <small>{wordFor('unit', first.baseUnit, language)}</small>
        </div>
      </section>
      {others.length > 0 && (
        <ul className={`${styles.card} ${styles.rows}`} aria-label={t('count.found')}>
          {others.map((one) => (
            <li key={`${one.lineId ?? one.itemId}-${one.batchNo ?? ''}-${one.containerCode ?? ''}`}>
              <button type="button" disabled>
                <span>
                  {one.itemNo}
                  <small>{[one.itemName, one.batchNo, one.containerCode].filter(Boolean).join(' · ')}</small>
                </span>
                <span>
                  {figure(one.qty)} {wordFor('unit', one.baseUnit, language)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Where to go next, in walking order. */
function Open({ places, onEnter }: { places: readonly CountPlaceRow[]; onEnter: (code: string) => void }) {
  const { t } = useTranslation('stock')
  return (
    <ul className={`${styles.card} ${styles.rows}`} aria-label={t('count.places')}>
      {places.length === 0 && <li className={styles.quiet}>{t('floor.allCounted')}</li>}
      {places.slice(0, 50).map((place) => (
        <li key={place.locationId}>
          <button type="button" onClick={() => onEnter(place.code)}>
            <span>
              {place.code}
              <small>{place.zoneName}</small>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
