import { entriesOf, wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { gtinForms, readGs1 } from '@xunyun/contract/kernel/gs1'
import { getLocationChoices } from '@xunyun/contract/warehouse/locations/calls'
import { readPlaceLabel } from '@xunyun/contract/warehouse/locations/locationLabel'
import type { ScannedCodes } from '@xunyun/contract/warehouse/locations/scanned'
import { addStockOrder, getMovableStock, type MovableStock } from '@xunyun/contract/warehouse/storing/orders'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../../../paths.ts'
import { api } from '../../../../shared/api/api.ts'
import { newKey } from '../../../../shared/api/encode.ts'
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
import { orderPaths } from '../orders/paths.ts'

/** What was scanned first: a place or a container, and what stands there. */
type From = {
  readonly code: string
  readonly rows: readonly MovableStock[]
  /** As it was scanned: a place, or a container. */
  readonly codes?: ScannedCodes
  /** Goods of which several batches stand here, as they were scanned: the batch is scanned or tapped next. */
  readonly item?: string
}
type InHand = {
  readonly stock: MovableStock
  /** The container with all that stands on it. */
  readonly whole: boolean
  readonly qty: string
  readonly serials: readonly string[]
  readonly counting: boolean
  readonly to: { readonly id: number; readonly code: string } | null
  readonly reason: string
  readonly codes?: ScannedCodes
  /** Sent again after a lost answer, even after a reload, it is the same intent. */
  readonly key: string
}
/** Where the goods were found, and those of them that were taken up. */
type Moving = { readonly from: From; readonly hand: InHand | null }

const same = (a: string | null, b: string) => a !== null && a.toUpperCase() === b.toUpperCase()
/** A code on goods of a key: item number, barcode of a piece or a pack; of another batch it is not. */
function isOn(row: MovableStock, code: string): boolean {
  const gs1 = readGs1(code, serverNow().getFullYear())
  const codes = gs1?.gtin ? gtinForms(gs1.gtin) : [code]
  const isItem =
    same(row.itemNo, code) ||
    row.barcodes.some((one) => codes.includes(one)) ||
    row.packs.some(({ barcode }) => barcode !== null && codes.includes(barcode))
  return isItem && (gs1?.batch === undefined || row.batchNo === gs1.batch)
}
const take = (stock: MovableStock, whole: boolean, codes: ScannedCodes): InHand => ({
  stock,
  codes,
  whole,
  qty: stock.serialControlled ? '0' : stock.free,
  serials: [],
  // Goods with numbers go by number.
  counting: !whole && stock.serialControlled,
  to: null,
  reason: 'tidy',
  key: newKey(),
})

/** Move goods with a scanner in the hand: from where or which container, what of it, and where to. */
export default function MoveScanPage() {
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger', 'scan'])
  const navigate = useNavigate()
  const [band, say] = useBand()
  const elsewhere = useElsewhere()
  const mistaken = useMistaken()
  const { hand: moving, held, setHand: setMoving } = useInHand<Moving>('moving')
  const from = moving?.from ?? null
  const hand = moving?.hand ?? null
  const setHand = (next: InHand | null) => {
    const now = held()
    if (now !== null) setMoving({ ...now, hand: next })
  }
  const { sending, post: send } = usePosting(say, orderPaths)
  /** The next scan is the reason for not scanning. */
  const [explaining, setExplaining] = useState(false)

  const begin = async (scanned: string) => {
    // No warehouse is at hand yet: that of the label is meant.
    const label = readPlaceLabel(scanned)
    const code = label?.location ?? readGs1(scanned, serverNow().getFullYear())?.sscc ?? scanned
    const asked = { code, warehouseCode: label?.warehouse }
    const rows = await api(getMovableStock, asked, { quiet: true })
    const [first] = rows
    if (first === undefined) {
      say({ ok: false, text: (await mistaken.asPlace(code)) ?? t('floor.nothingAt', { code }) })
      return
    }
    const container = label === null ? rows.find(({ containerCode }) => same(containerCode, code)) : undefined
    const only = rows.length === 1 && first.containerCode === null ? first : undefined
    const codes = container ? { pallet: scanned } : { location: scanned }
    const hand = container ? take(container, true, codes) : only ? take(only, false, codes) : null
    setMoving({ from: { code, rows, codes }, hand })
    say({ ok: true, text: container || only ? named(container ?? first) : t('floor.goodsAt', { count: rows.length }) })
  }
  const goods = async (now: From, code: string) => {
    const gs1 = readGs1(code, serverNow().getFullYear())
    const fits = now.rows.filter((row) => isOn(row, code) || same(row.containerCode, gs1?.sscc ?? code))
    const ofBatch = fits.length > 0 ? [] : now.rows.filter((row) => row.batchNo === (gs1?.batch ?? code))
    const isPallet = fits.some(({ containerCode }) => same(containerCode, gs1?.sscc ?? code))
    const batches = [...new Set(fits.map(({ batchNo }) => batchNo))]
    if (batches.length > 1 && gs1?.batch === undefined && !isPallet) {
      setMoving({ from: { ...now, rows: fits, item: code }, hand: null })
      return say({ ok: false, text: t('floor.whichBatch', { batches: batches.join('，') }) })
    }
    const found = fits[0] ?? (now.item === undefined ? undefined : ofBatch[0])
    if (found === undefined) {
      const words = await mistaken.asGoods(code, { warehouseId: now.rows[0]?.warehouseId })
      return say({ ok: false, text: words ?? t('floor.notHere', { code, place: now.code }) })
    }
    const read = isPallet ? { pallet: code } : fits.length > 0 ? { item: code } : { item: now.item, batch: code }
    setHand(take(found, isPallet, { ...now.codes, ...read }))
    return say({ ok: true, text: named(found) })
  }
  const count = (now: InHand, code: string) => {
    const { stock } = now
    if (stock.serialControlled) {
      if (now.serials.includes(code)) return say({ ok: false, text: t('floor.twice', { code }) })
      const serials = [...now.serials, code]
      setHand({ ...now, serials, qty: String(serials.length) })
      return say({ ok: true, text: t('floor.noted', { code }) })
    }
    if (!isQty(code) || compareDecimal(code, stock.free) > 0 || compareDecimal(code, '0') <= 0)
      return say({ ok: false, text: t('floor.atMost', { qty: figure(stock.free), held: figure(stock.allocated) }) })
    setHand({ ...now, qty: code, counting: false })
    return say({ ok: true, text: t('floor.noted', { code }) })
  }
  const target = async (now: InHand, scanned: string) => {
    const { code, elsewhere: other } = locationScanned(scanned, now.stock.warehouseCode)
    if (other !== null) return say({ ok: false, text: elsewhere(other) })
    // What was taken up by its place alone is proved by its own code.
    if (isOn(now.stock, scanned)) {
      setHand({ ...now, codes: { ...now.codes, item: scanned } })
      return say({ ok: true, text: named(now.stock) })
    }
    if (same(now.stock.locationCode, code)) return say({ ok: false, text: t('floor.same') })
    const asked = { warehouseId: now.stock.warehouseId, q: code }
    const exact = (await api(getLocationChoices, asked, { quiet: true })).find(({ label }) => same(label, code))
    if (exact === undefined) {
      const words = await mistaken.asPlace(code, { warehouseId: now.stock.warehouseId })
      return say({ ok: false, text: words ?? t('scan:noPlace', { code }) })
    }
    setHand({ ...now, to: { id: exact.id, code: exact.label }, codes: { ...now.codes, to: scanned } })
    return say({ ok: true, text: t('floor.placeRight', { code: exact.label }) })
  }
  const scan = async (code: string) => {
    const now = held()
    if (now?.hand && explaining) await post(now.hand, code)
    else if (now === null) await begin(code)
    else if (now.hand === null) await goods(now.from, code)
    else if (now.hand.counting) count(now.hand, code)
    else await target(now.hand, code)
  }
  const onScan = useScans(scan, say)
  const post = async (now: InHand, byHandReason?: string) => {
    const { to } = now
    if (to === null) return
    const { codes = {} } = now
    const goodsSaid = codes.item ?? now.serials[0] ?? (now.whole ? codes.pallet : undefined)
    const byHand = (codes.location ?? codes.pallet) === undefined || goodsSaid === undefined || codes.to === undefined
    if (byHand && now.stock.handEntry === 'forbidden') return say({ ok: false, text: t('floor.scanFirst') })
    if (byHand && now.stock.handEntry === 'reason' && byHandReason === undefined) {
      setExplaining(true)
      return say({ ok: false, text: t('floor.askReason') })
    }
    setExplaining(false)
    const line = {
      stockId: now.stock.id,
      whole: now.whole,
      qty: now.whole ? undefined : now.qty,
      toLocationId: to.id,
      serials: now.whole ? [] : [...now.serials],
      scanned: codes,
      byHand: byHand || undefined,
      byHandReason: byHandReason?.slice(0, 200),
    }
    const input = { type: 'move' as const, reason: now.reason, run: true, lines: [line] }
    await send(
      async () => {
        await api(addStockOrder, input, { quiet: true, key: now.key })
        setMoving(null)
        const what = now.whole ? (now.stock.containerCode ?? '') : `${now.stock.itemNo} ${figure(now.qty)}`
        return { ok: true, text: t('floor.moved', { what, place: to.code }) }
      },
      () => {
        const still = held()?.hand
        if (still) setHand({ ...still, key: newKey() })
      },
    )
  }
  const back = () => {
    setExplaining(false)
    setMoving(hand !== null && from !== null && from.rows.length > 1 ? { from, hand: null } : null)
  }
  const keys = hand
    ? [
        { key: 'back', label: t('floor.back'), onClick: back },
        {
          key: 'qty',
          label: t('floor.part'),
          disabled: hand.whole,
          pressed: hand.counting,
          onClick: () => setHand({ ...hand, counting: !hand.counting }),
        },
        {
          key: 'put',
          label: t('floor.put'),
          tone: 'primary' as const,
          disabled: hand.to === null || sending,
          onClick: () => void post(hand),
        },
      ]
    : [
        from
          ? { key: 'back', label: t('floor.back'), onClick: back }
          : { key: 'list', label: t('floor.list'), onClick: () => void navigate(pathTo('moveStock')) },
      ]
  const hint =
    from === null
      ? t('floor.from')
      : hand === null
        ? t('floor.goods')
        : explaining
          ? t('floor.askReason')
          : hand.counting
            ? t(hand.stock.serialControlled ? 'floor.serial' : 'floor.qty')
            : t('floor.to')
  return (
    <ScanFrame
      {...(from === null ? {} : { title: from.code })}
      band={band}
      hint={hint}
      numeric={hand?.counting === true && !hand.stock.serialControlled}
      onScan={onScan}
      keys={keys}
    >
      {hand ? (
        <Goods
          hand={hand}
          onWhole={() => setHand(take(hand.stock, !hand.whole, hand.codes ?? {}))}
          onReason={(reason) => setHand({ ...hand, reason })}
        />
      ) : from ? (
        <There
          rows={from.rows}
          // A row that is tapped names its batch.
          onTake={(stock) =>
            setHand(take(stock, false, { ...from.codes, item: from.item, batch: stock.batchNo || undefined }))
          }
        />
      ) : (
        <p className={styles.quiet}>{t('floor.hint')}</p>
      )}
    </ScanFrame>
  )
}

const named = ({ itemNo, itemName }: MovableStock) => `${itemNo} ${itemName}`

/** What is in hand, how many of them, where it goes and why. */
type GoodsProps = {
  hand: InHand
  onWhole: () => void
  onReason: (reason: string) => void
}
function Goods({ hand, onWhole, onReason }: GoodsProps) {
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const language = useLanguage()
  const { stock, whole, qty, to } = hand
  return (
    <>
      <TargetCard label={t('floor.goTo', { from: stock.locationCode })} code={to?.code} />
      <GoodsCard
        name={whole ? stock.containerCode : stock.itemName}
        no={whole ? t('order.whole') : stock.itemNo}
        what={[
          stock.batchNo,
          stock.expiry,
          wordFor('quality', stock.quality, language),
          stock.containerCode,
          stock.ownerName,
        ]}
        qty={whole ? undefined : figure(qty)}
        of={stock.free}
        unit={stock.baseUnit}
      >
        {stock.containerCode !== null && (
          <Chips chips={[{ key: 'whole', title: t('order.whole'), pressed: whole, onTake: onWhole }]} />
        )}
        <Chips
          label={t('order.reason')}
          chips={entriesOf('stockReason')
            .filter(({ code, enabled }) => enabled && code !== 'inspected')
            .map(({ code }) => ({
              key: code,
              title: wordFor('stockReason', code, language),
              pressed: hand.reason === code,
              onTake: () => onReason(code),
            }))}
        />
      </GoodsCard>
    </>
  )
}

/** What stands where it was scanned. */
function There({ rows, onTake }: { rows: readonly MovableStock[]; onTake: (stock: MovableStock) => void }) {
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger'])
  const language = useLanguage()
  return (
    <FloorRows
      label={t('warehouse/ledger:stock.list')}
      rows={rows.map((row) => ({
        key: row.id,
        title: dotted(row.containerCode, row.itemNo),
        small: dotted(row.itemName, row.batchNo, row.warehouseName),
        aside: `${figure(row.free)} ${wordFor('unit', row.baseUnit, language)}`,
        onTake: () => onTake(row),
      }))}
    />
  )
}
