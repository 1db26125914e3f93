import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { readGs1 } from '@xunyun/contract/kernel/gs1'
import { getPackingDesk, type PackingDesk } from '@xunyun/contract/warehouse/shipping/cartons'
import { shipNotices } from '@xunyun/contract/warehouse/shipping/notices'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../shared/api/api.ts'
import { newKey } from '../../../../shared/api/encode.ts'
import styles from '../../../../shared/scan/ScanFrame.module.css'
import { ScanFrame, useBand } from '../../../../shared/scan/ScanFrame.tsx'
import { usePosting } from '../../../../shared/scan/usePosting.ts'
import { useScans } from '../../../../shared/scan/useScans.ts'
import { wordsOf } from '../../../../shared/scan/wordsOf.ts'
import { serverNow } from '../../../../shared/session/session.ts'
import { useTab } from '../../../../shared/tabs/useTab.ts'
import { figure } from '../../../../shared/ui/format.ts'
import { outboundPaths } from '../paths.ts'
import { dockScan, readScanned, standing, writeScanned } from './dockScans.ts'

/** So many missing cartons are named in the band; the list below names them all. */
const named = 5

/** Cartons at the dock: each is scanned, then all of a notice leave; none by mistake, none forgotten. */
export function DockScan({ onPack }: { onPack: () => void }) {
  const { t } = useTranslation('warehouse/shipping')
  const { setTitle } = useTab()
  useEffect(() => {
    setTitle(t('dock.title'))
    return () => setTitle(null)
  }, [setTitle, t])
  const [band, say] = useBand()
  const [desk, show] = useState<PackingDesk | null>(null)
  const [scanned, setScanned] = useState<readonly number[]>([])
  const [withWaybill, setWithWaybill] = useState(false)
  const { sending, post } = usePosting(say, [...outboundPaths, '/api/Waybills/'])
  // Scans come faster than answers: each begins when the one before it is done, with what that left.
  const held = useRef<{ desk: PackingDesk | null; scanned: readonly number[] }>({ desk: null, scanned: [] })
  // Sent again after a lost answer, it is the same intent.
  const key = useRef(newKey())
  const keep = (next: PackingDesk | null, cartons: readonly number[]) => {
    held.current = { desk: next, scanned: cartons }
    show(next)
    setScanned(cartons)
    if (next !== null) writeScanned(next.notice.id, cartons)
  }
  const cartons = desk === null ? [] : standing(desk)
  const missing = cartons.filter(({ id }) => !scanned.includes(id))
  const done = cartons.length - missing.length

  const fetchDesk = async (no: string) => {
    const found = await api(getPackingDesk, { no }, { quiet: true })
    keep(found, readScanned(found.notice.id))
    return found
  }
  const scan = async (code: string) => {
    const sscc = readGs1(code, serverNow().getFullYear())?.sscc ?? code
    const now = held.current
    try {
      if (/^CK\d{11}$/i.test(code)) {
        const { notice } = await fetchDesk(code.toUpperCase())
        return say(
          notice.intercepted
            ? { ok: false, text: t('dock.intercepted', { no: notice.noticeNo }) }
            : { ok: true, text: notice.noticeNo },
        )
      }
      const known = now.desk?.cartons.some(({ cartonNo }) => cartonNo === sscc) ? now.desk : null
      const found = known ?? (await api(getPackingDesk, { no: sscc }, { quiet: true }))
      const isSame = found.notice.id === now.desk?.notice.id
      const before = isSame ? now.scanned : readScanned(found.notice.id)
      const said = dockScan(found, before, sscc, !isSame && now.scanned.length > 0)
      if (said.key !== 'otherNotice') keep(found, said.scanned)
      say({ ok: said.ok, text: t(`dock.${said.key}`, { no: sscc, right: said.right, n: said.n, m: said.m }) })
    } catch (error) {
      say({ ok: false, text: await wordsOf(error, t('dock.unknown', { no: sscc })) })
    }
  }
  const onScan = useScans(scan, say)
  const ship = async (of: PackingDesk) => {
    if (missing.length > 0)
      return say({
        ok: false,
        text: t('dock.missing', {
          count: missing.length,
          cartons: missing
            .slice(0, named)
            .map(({ cartonNo }) => cartonNo)
            .join('，'),
        }),
      })
    const renew = () => {
      key.current = newKey()
    }
    await post(async () => {
      const input = { ids: [of.notice.id], cartonIds: [...scanned], createWaybill: withWaybill || undefined }
      const { shipped, refused } = await api(shipNotices, input, { quiet: true, key: key.current })
      renew()
      const [wrong] = refused
      if (wrong) {
        // Sealed or intercepted meanwhile: the list shows what is so now.
        await fetchDesk(of.notice.noticeNo)
        return { ok: false, text: wrong.msg }
      }
      const [one] = shipped
      writeScanned(of.notice.id, [])
      keep(null, [])
      return {
        ok: true,
        text: t(one?.waybillNo ? 'dock.shippedWith' : 'dock.shipped', {
          no: of.notice.noticeNo,
          m: cartons.length,
          waybill: one?.waybillNo ?? '',
        }),
      }
    }, renew)
  }
  const keys = [
    { key: 'pack', label: t('dock.pack'), onClick: onPack },
    {
      key: 'waybill',
      label: t('dock.waybill'),
      pressed: withWaybill,
      onClick: () => setWithWaybill(!withWaybill),
    },
    {
      key: 'ship',
      label: t('act.ship'),
      tone: 'primary' as const,
      disabled: desk === null || cartons.length === 0 || desk.notice.intercepted || sending,
      onClick: () => desk && void ship(desk),
    },
  ]
  const isLoose = desk !== null && cartons.length === 0
  return (
    <ScanFrame
      {...(desk === null ? {} : { title: desk.notice.noticeNo, progress: [done, cartons.length] as const })}
      band={band}
      hint={t('dock.carton')}
      onScan={onScan}
      keys={keys}
    >
      {desk === null ? (
        <section className={styles.card}>
          <span className={styles.quiet}>{t('dock.begin')}</span>
        </section>
      ) : (
        <>
          <section className={styles.card}>
            <div className={styles.title}>
              <b>{desk.notice.consigneeCompany ?? desk.notice.consigneeName}</b>
              <span>{desk.notice.carrierName}</span>
            </div>
            <div className={styles.big}>
              {done}
              <small>/ {t('dock.cartons', { count: cartons.length })}</small>
            </div>
            {isLoose && <span className={styles.quiet}>{t('dock.loose')}</span>}
          </section>
          <ul className={`${styles.card} ${styles.rows}`} aria-label={t('dock.missingList')}>
            {cartons.length > 0 && missing.length === 0 && <li className={styles.quiet}>{t('dock.all')}</li>}
            {missing.map((one) => (
              <li key={one.id} className={styles.quiet}>
                {one.cartonNo}
                {one.weight !== null && compareDecimal(one.weight, '0') > 0 ? ` · ${figure(one.weight)} kg` : ''}
              </li>
            ))}
          </ul>
          {done > 0 && (
            <ul className={`${styles.card} ${styles.rows}`} aria-label={t('dock.scannedList')}>
              {cartons
                .filter(({ id }) => scanned.includes(id))
                .map((one) => (
                  <li key={one.id} className={styles.quiet}>
                    <CircleCheck size={16} strokeWidth={1.6} aria-hidden="true" /> {one.cartonNo}
                  </li>
                ))}
            </ul>
          )}
        </>
      )}
    </ScanFrame>
  )
}
