import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { isSscc, readGs1 } from '@xunyun/contract/kernel/gs1'
import {
  type CartonDetail,
  getPackingDesk,
  getPackingNotices,
  openCarton,
  type PackingDesk,
  packGoods,
  sealCartons,
  weighCarton,
} from '@xunyun/contract/warehouse/shipping/cartons'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { pathTo } from '../../../../paths.ts'
import { api } from '../../../../shared/api/api.ts'
import { newKey } from '../../../../shared/api/encode.ts'
import { q } from '../../../../shared/api/query.ts'
import { useLanguage } from '../../../../shared/i18n/useLanguage.ts'
import { FloorRows } from '../../../../shared/scan/FloorRows.tsx'
import { GoodsCard } from '../../../../shared/scan/GoodsCard.tsx'
import styles from '../../../../shared/scan/ScanFrame.module.css'
import { ScanFrame, useBand } from '../../../../shared/scan/ScanFrame.tsx'
import { useMistaken } from '../../../../shared/scan/useMistaken.ts'
import { usePosting } from '../../../../shared/scan/usePosting.ts'
import { missingWords, wordsOf } from '../../../../shared/scan/wordsOf.ts'
import { serverNow, useRight } from '../../../../shared/session/session.ts'
import { dotted, figure } from '../../../../shared/ui/format.ts'
import { useStable } from '../../../../shared/ui/useStable.ts'
import { usePrint } from '../../../printing/index.ts'
import { outboundPaths } from '../paths.ts'
import { DockScan } from './DockScan.tsx'
import { type Packing, packed, rowOf, type Said } from './packScans.ts'

/** At the bench goods go into cartons, at the dock cartons leave: one page, two ways to scan them. */
export default function PackScanPage() {
  const { no } = useParams()
  const [search, setSearch] = useSearchParams()
  const mayShip = useRight('outboundWork').edit
  if (no === undefined && mayShip && search.get('mode') === 'ship')
    return <DockScan onPack={() => setSearch({}, { replace: true })} />
  return <PackScan onShip={no === undefined && mayShip ? () => setSearch({ mode: 'ship' }, { replace: true }) : null} />
}

/** Pack with a scanner in the hand: the notice, a carton, then goods into it; weighed and sealed at the end. */
function PackScan({ onShip }: { onShip: (() => void) | null }) {
  const { no } = useParams()
  const { t } = useTranslation('warehouse/shipping')
  const navigate = useNavigate()
  const [band, say] = useBand()
  const desk = useQuery({
    ...q(getPackingDesk, { no }),
    enabled: no !== undefined,
    staleTime: 0,
  })
  const waiting = useQuery({
    ...q(getPackingNotices, { pageSize: 50 }),
    enabled: no === undefined,
    staleTime: 0,
  })
  const go = (next: string) => void navigate(pathTo('encasementScan', { no: next }), { replace: true })
  const open = async (code: string) => {
    try {
      const sscc = readGs1(code, serverNow().getFullYear())?.sscc
      const found = await api(getPackingDesk, { no: sscc ?? code }, { quiet: true })
      go(found.notice.noticeNo)
    } catch (error) {
      say({ ok: false, text: await wordsOf(error, t('pack.unknown', { code })) })
    }
  }
  if (no !== undefined && desk.data) return <Bench key={desk.data.notice.id} desk={desk.data} onOther={open} />
  const rows = waiting.data?.rows.filter(({ picked, packed }) => compareDecimal(picked, packed) > 0) ?? []
  return (
    <ScanFrame
      band={
        desk.isError && band === null
          ? { ok: false, text: missingWords(desk.error, t('pack.unknown', { code: no ?? '' })) }
          : band
      }
      hint={t('pack.notice')}
      onScan={(code) => void open(code)}
      keys={[
        { key: 'list', label: t('scan.list'), onClick: () => void navigate(pathTo('encasement')) },
        ...(onShip === null ? [] : [{ key: 'ship', label: t('dock.mode'), onClick: onShip }]),
      ]}
    >
      <FloorRows
        label={t('packing.list')}
        none={waiting.error?.message ?? t('packing.none')}
        rows={rows.map((row) => ({
          key: row.id,
          title: row.noticeNo,
          small: row.consigneeCompany ?? row.consigneeName,
          aside: `${figure(row.packed)} / ${figure(row.picked)}`,
          onTake: () => go(row.noticeNo),
        }))}
      />
    </ScanFrame>
  )
}

/** What the next scan is taken for, where it is not goods. */
type Asked = 'weight' | 'reason' | 'seal'

function Bench({ desk, onOther }: { desk: PackingDesk; onOther: (code: string) => Promise<void> }) {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  const [band, say] = useBand()
  const mistaken = useMistaken()
  const [hand, setHand] = useState<Packing | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [weight, setWeight] = useState('')
  const { sending, post } = usePosting(say, outboundPaths)
  const print = usePrint()
  // The carton that was sealed last, until the next one is open.
  const [sealed, setSealed] = useState<{ readonly id: number; readonly no: string } | null>(null)
  const waiting = useRef<string[]>([])
  // Sent again after a lost answer, it is the same intent.
  const key = useRef(newKey())
  const carton = desk.cartons.findLast(({ state }) => state === 'open')
  const left = desk.loose.filter((row) => compareDecimal(row.left, '0') > 0)
  const row = rowOf(desk.loose, hand)
  const whole = desk.loose.length
  const done = whole - left.length

  const act = (run: (options: { quiet: true; key: string }) => Promise<unknown>, text: string, onDone?: () => void) =>
    post(
      async () => {
        await run({ quiet: true, key: key.current })
        key.current = newKey()
        onDone?.()
        return { ok: true, text }
      },
      ({ fields }) => {
        key.current = newKey()
        // Too far from what was calculated: it can be so, with a reason.
        if (fields.some(({ path }) => path === 'reason')) setAsked('reason')
      },
    )
  const begin = (cartonNo?: string) =>
    act(
      (options) => api(openCarton, { noticeId: desk.notice.id, boxType: undefined, cartonNo }, options),
      t('pack.opened'),
    )
  const putIn = async (into: CartonDetail, goods: Packing) => {
    const lines = [
      { lineId: goods.lineId, batchNo: goods.batchNo || undefined, qty: goods.qty, serials: [...goods.serials] },
    ]
    const text = t('pack.in', { item: row?.itemNo ?? '', qty: figure(goods.qty) })
    await act(
      (options) => api(packGoods, { cartonId: into.id, lines }, options),
      text,
      () => setHand(null),
    )
  }
  const weigh = (of: CartonDetail, kg: string, reason?: string) =>
    act(
      (options) => api(weighCarton, { id: of.id, version: of.version, weight: kg, reason }, options),
      t('carton.weighed'),
      () => setAsked(null),
    )
  const seal = async (of: CartonDetail, sealNo?: string) => {
    setAsked(null)
    await post(async () => {
      const { refused } = await api(sealCartons, { cartons: [{ id: of.id, sealNo }] }, { quiet: true })
      const [wrong] = refused
      if (wrong) return { ok: false, text: wrong.msg }
      setSealed({ id: of.id, no: of.cartonNo })
      return { ok: true, text: t('pack.sealed', { no: of.cartonNo }) }
    })
  }
  const words = (said: Said): string =>
    said.ok
      ? t('scan.added', { item: said.code, qty: figure(said.qty) })
      : said.key === 'notHere' || said.key === 'putInFirst'
        ? t(`pack.${said.key}`, { code: said.code, right: said.right })
        : t(said.key === 'tooMany' ? 'pack.tooMany' : `scan.${said.key}`, { code: said.code, right: said.right })
  /** What is known of a code that is not on this notice. */
  const named = async (code: string): Promise<string | null> => {
    const item = await mistaken.itemOf(code)
    return item === null ? mistaken.asGoods(code, desk.notice) : t('pack.notHere', { code: item })
  }
  const onScan = (code: string) => {
    if (sending) return void waiting.current.push(code)
    if (/^CK\d{11}$/i.test(code)) return void onOther(code.toUpperCase())
    if (carton !== undefined && asked === 'weight') {
      if (!/^\d{1,5}(\.\d{1,3})?$/.test(code)) return say({ ok: false, text: t('scan.noNumber', { code }) })
      setWeight(code)
      return void weigh(carton, code)
    }
    if (carton !== undefined && asked === 'reason') return void weigh(carton, weight, code)
    if (carton !== undefined && asked === 'seal') return void seal(carton, code)
    // Typed from the label it comes without the (00).
    const sscc = isSscc(code) ? code : readGs1(code, serverNow().getFullYear())?.sscc
    if (sscc !== undefined && sscc === carton?.cartonNo) return say({ ok: true, text: sscc })
    if (sscc !== undefined) return void begin(sscc)
    if (carton === undefined) return say({ ok: false, text: t('packing.cartonFirst') })
    const { next, said } = packed(hand, left, code, serverNow().getFullYear())
    setHand(next)
    if (said.ok) return say({ ok: true, text: words(said), undo: () => setHand(hand) })
    say({ ok: false, text: words(said) }, said.key === 'notHere' ? named(code) : undefined)
  }
  // What is scanned while the server thinks is not lost: it is taken next, by what the page asks for then.
  const takeNext = useStable(() => {
    const code = waiting.current.shift()
    if (code !== undefined) onScan(code)
  })
  useEffect(() => {
    if (!sending) takeNext()
  })
  const isBlocked = desk.blockedBy !== null
  const keys = [
    { key: 'open', label: t('act.openCarton'), disabled: sending || isBlocked, onClick: () => void begin() },
    carton === undefined && sealed !== null && print.may
      ? {
          key: 'label',
          label: t('scan.label'),
          disabled: sending,
          onClick: () => print.open('carton', [{ ...sealed, pieces: 1 }]),
        }
      : {
          key: 'weigh',
          label: t('act.weigh'),
          pressed: asked === 'weight',
          disabled: carton === undefined || carton.contents.length === 0 || sending,
          onClick: () => setAsked(asked === 'weight' ? null : 'weight'),
        },
    hand === null
      ? {
          key: 'seal',
          label: t('act.seal'),
          tone: 'primary' as const,
          disabled: carton === undefined || carton.weight === null || carton.contents.length === 0 || sending,
          onClick: () => carton && (asked === 'seal' ? void seal(carton) : setAsked('seal')),
        }
      : {
          key: 'in',
          label: t('act.putIn'),
          tone: 'primary' as const,
          disabled: carton === undefined || sending,
          onClick: () => carton && void putIn(carton, hand),
        },
  ]
  const hint =
    asked === null
      ? carton === undefined
        ? t('pack.cartonOrLabel')
        : t('scan.goods')
      : t(asked === 'weight' ? 'pack.askWeight' : asked === 'reason' ? 'pack.askReason' : 'pack.askSeal')
  return (
    <>
      <ScanFrame
        title={desk.notice.noticeNo}
        progress={[done, whole]}
        band={
          isBlocked && band === null
            ? { ok: false, text: t(`packing.blocked.${desk.blockedBy ?? 'intercepted'}`) }
            : band
        }
        hint={hint}
        numeric={asked === 'weight'}
        onScan={onScan}
        keys={keys}
      >
        <section className={styles.card}>
          <span className={styles.quiet}>{t('field.cartonNo')}</span>
          <div className={styles.title}>
            <b>{carton?.cartonNo ?? '—'}</b>
            {carton && (
              <span>
                {carton.weight === null
                  ? t('carton.calculated', { weight: figure(carton.calculated) })
                  : `${figure(carton.weight)} kg`}
              </span>
            )}
          </div>
          {carton?.contents.map((one) => (
            <div key={one.id} className={styles.quiet}>
              {[one.itemNo, one.batchNo, `${figure(one.qty)} ${wordFor('unit', one.baseUnit, language)}`]
                .filter(Boolean)
                .join(' · ')}
            </div>
          ))}
        </section>
        {row && hand && (
          <GoodsCard name={row.itemName} no={row.itemNo} qty={figure(hand.qty)} of={row.left} unit={row.baseUnit} />
        )}
        <FloorRows
          label={t('packing.loose')}
          none={t('pack.allIn')}
          rows={left.map((one) => ({
            key: `${one.lineId}-${one.batchNo}`,
            title: one.itemNo,
            small: dotted(one.itemName, one.batchNo),
            aside: `${figure(one.left)} ${wordFor('unit', one.baseUnit, language)}`,
            disabled: one.serialControlled || carton === undefined || (hand !== null && row !== one),
            onTake: () => setHand({ lineId: one.lineId, batchNo: one.batchNo, qty: one.left, serials: [] }),
          }))}
        />
      </ScanFrame>
      {print.dialog}
    </>
  )
}
