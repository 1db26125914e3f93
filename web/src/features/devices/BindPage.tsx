import { useQuery } from '@tanstack/react-query'
import {
  type BindableDevice,
  type BindingRow,
  type BindObject,
  bindDevice,
  getBindableDevice,
  getBindings,
  getBindObject,
  undoBindings,
} from '@xunyun/contract/devices/bindings'
import { type ReturnWay, returnWays } from '@xunyun/contract/devices/states'
import { wordFor } from '@xunyun/contract/dictionary'
import { pieceOf } from '@xunyun/contract/dispatch/scan'
import { abilityTo, isAble } from '@xunyun/contract/kernel/ability'
import { isPlate, normalizePlate } from '@xunyun/contract/kernel/checks'
import type { StoredFile } from '@xunyun/contract/system/files'
import { Button } from 'antd'
import { FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useRefresh } from '../../shared/action/useRefresh.ts'
import { api } from '../../shared/api/api.ts'
import { newKey } from '../../shared/api/encode.ts'
import { q } from '../../shared/api/query.ts'
import { MomentInput } from '../../shared/form/DayInput.tsx'
import { FileInput } from '../../shared/form/FileInput.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { FloorRows } from '../../shared/scan/FloorRows.tsx'
import { Chips, TargetCard } from '../../shared/scan/GoodsCard.tsx'
import { ScanFrame, useBand } from '../../shared/scan/ScanFrame.tsx'
import { useScans } from '../../shared/scan/useScans.ts'
import { serverNow, useRight } from '../../shared/session/session.ts'
import { confirm } from '../../shared/ui/confirm.ts'
import { clock, dateTime, day, dotted } from '../../shared/ui/format.ts'
import { late } from '../../shared/ui/late.tsx'
import styles from './Devices.module.css'
import { devicePaths } from './paths.ts'

const ImportSheet = late(() => import('../../shared/import/ImportSheet.tsx').then((file) => file.ImportSheet))

const dayMs = 86_400_000
/** Days until a device is to be back, as people say it. */
const spans = [1, 3, 7, 15] as const
const usualSpan = 3
const inDays = (days: number): string => new Date(serverNow().getTime() + days * dayMs).toISOString()

/** What is in hand: scanned in either order. */
type Hand = { readonly device: BindableDevice | null; readonly object: BindObject | null }
const empty: Hand = { device: null, object: null }

/** Numbers and plates are what it is bound to; everything else is a device. */
const isObject = (code: string): boolean => pieceOf(code) !== null || isPlate(normalizePlate(code))

/** Bind a device in two scans: `?device=` and `?object=` are taken as scanned. */
export default function BindPage() {
  const { t } = useTranslation(['devices', 'scan', 'common', 'ui'])
  const language = useLanguage()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const [search] = useSearchParams()
  const [band, say] = useBand()
  const [hand, setHand] = useState<Hand>(empty)
  const [due, setDue] = useState<string | undefined>()
  const [returnWay, setReturnWay] = useState<ReturnWay>('carried')
  const [photos, setPhotos] = useState<readonly StoredFile[]>([])
  const [sending, setSending] = useState(false)
  const [importing, setImporting] = useState(false)
  const mayBind = useRight('GPSBindle').edit
  const { device, object } = hand
  const problem = device?.problem ?? object?.problem ?? null
  const isReady = device !== null && object !== null && problem === null

  const scan = async (code: string) => {
    if (isObject(code)) {
      const found = await api(getBindObject, { number: code.slice(0, 60) }, { quiet: true })
      setHand((now) => ({ ...now, object: found }))
      // A vehicle's stays until somebody takes it off.
      const end = found.expectedEnd !== null && found.expectedEnd > inDays(0) ? found.expectedEnd : inDays(usualSpan)
      if (found.kind !== 'vehicle') setDue((now) => now ?? end)
      return say(
        found.problem === null ? { ok: true, text: dotted(found.no, found.what) } : { ok: false, text: found.problem },
      )
    }
    const found = await api(getBindableDevice, { number: code.slice(0, 60) }, { quiet: true })
    setHand((now) => ({ ...now, device: found }))
    say(found.problem === null ? { ok: true, text: found.deviceNo } : { ok: false, text: found.problem })
  }
  const onScan = useScans(scan, say)
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    for (const code of [search.get('device'), search.get('object')]) if (code) onScan(code)
  }, [search, onScan])

  const clear = (keepObject: boolean) => {
    setHand({ device: null, object: keepObject ? object : null })
    setPhotos([])
    if (!keepObject) setDue(undefined)
  }
  const bind = useScans(async (then) => {
    if (device === null || object === null) return
    setSending(true)
    try {
      const to = { waybill: 'waybillId', arrangement: 'arrangementId', vehicle: 'vehicleId' } as const
      const input = {
        deviceId: device.id,
        [to[object.kind]]: object.id,
        expectedReturn: due,
        returnWay,
        fileIds: photos.map(({ FileID }) => FileID),
      }
      await api(bindDevice, input, { quiet: true, key: newKey() })
      say({ ok: true, text: t('bind.done', { no: device.deviceNo, object: object.no }) })
      clear(then === 'next')
      await refresh(devicePaths)
    } finally {
      setSending(false)
    }
  }, say)

  return (
    <>
      <ScanFrame
        band={band}
        hint={t(device === null ? (object === null ? 'bind.hint' : 'bind.hintDevice') : 'bind.hintObject')}
        onScan={onScan}
        keys={[
          device === null && object === null
            ? { key: 'list', label: t('bind.list'), onClick: () => void navigate(pathTo('GPSList')) }
            : { key: 'clear', label: t('bind.clear'), onClick: () => clear(false) },
          { key: 'bind', label: t('act.bind'), disabled: !isReady || sending, onClick: () => bind('end') },
          {
            key: 'next',
            label: t('bind.next'),
            tone: 'primary',
            disabled: !isReady || sending,
            onClick: () => bind('next'),
          },
        ]}
      >
        <TargetCard label={t('device.deviceNo')} code={device?.deviceNo} isThere={device?.problem === null}>
          {device && (
            <p>
              {dotted(
                wordFor('deviceState', device.state, language),
                device.battery === null ? t('bind.noBattery') : `${t('device.battery')} ${device.battery}%`,
                device.place,
                device.positionAt && dateTime(device.positionAt),
              )}
            </p>
          )}
          {device?.problem && <p className={styles.problem}>{device.problem}</p>}
        </TargetCard>
        <TargetCard label={t('device.objectNo')} code={object?.no} isThere={object?.problem === null}>
          {object && (
            <p>
              {dotted(
                wordFor('bindingObject', object.kind, language),
                object.what,
                object.route,
                object.kind === 'waybill' && object.holder,
              )}
            </p>
          )}
          {object && object.devices.length > 0 && <p>{t('bind.already', { devices: object.devices.join('、') })}</p>}
          {object?.problem && <p className={styles.problem}>{object.problem}</p>}
        </TargetCard>
        {object !== null && (
          <>
            <Chips
              label={t('binding.expectedReturn')}
              chips={spans.map((days) => ({
                key: days,
                title: t('bind.days', { days }),
                pressed: due !== undefined && day(new Date(due)) === day(new Date(inDays(days))),
                onTake: () => setDue(inDays(days)),
              }))}
            />
            {/* biome-ignore lint/a11y/noLabelWithoutControl: the picker inside is the control */}
            <label className={styles.when}>
              <span>{t('binding.expectedReturn')}</span>
              <MomentInput value={due} aria-label={t('binding.expectedReturn')} onChange={setDue} />
            </label>
            <Chips
              label={t('binding.returnWay')}
              chips={returnWays.map((way) => ({
                key: way,
                title: wordFor('returnWay', way, language),
                pressed: returnWay === way,
                onTake: () => setReturnWay(way),
              }))}
            />
            <FileInput value={photos} onChange={setPhotos} accept="image/*" aria-label={t('bind.photos')} />
          </>
        )}
        {mayBind && device === null && object === null && (
          <div className={styles.actions}>
            <Button icon={<FileUp size={14} strokeWidth={1.75} />} onClick={() => setImporting(true)}>
              {t('ui:import.button')}
            </Button>
          </div>
        )}
        <Today />
      </ScanFrame>
      {/* Beside the frame, which keeps the focus for the scanner. */}
      {importing && <ImportSheet page="GPSBindle" refresh={devicePaths} onClose={() => setImporting(false)} />}
    </>
  )
}

/** What one has bound today, to be taken back before it leaves. */
function Today() {
  const { t } = useTranslation('devices')
  const language = useLanguage()
  const refresh = useRefresh()
  const [, say] = useBand()
  const today = day(serverNow())
  const { data } = useQuery(
    q(getBindings, { byMe: true, boundFrom: today, sort: 'boundAt', dir: 'desc', pageSize: 50 }),
  )
  const undo = useScans(async (id) => {
    const { refused } = await api(undoBindings, { ids: [Number(id)] }, { key: newKey() })
    const [no] = refused
    if (no) say({ ok: false, text: no.msg })
    await refresh(devicePaths)
  }, say)
  const ask = async ({ id, deviceNo }: BindingRow) => {
    if (
      await confirm({
        title: `${t('act.undoBind')} ${deviceNo}`,
        text: t('ask.undoBind'),
        yes: t('act.undoBind'),
        danger: true,
      })
    )
      undo(String(id))
  }
  return (
    <FloorRows
      label={t('bind.today')}
      none={t('bind.noneToday')}
      rows={(data?.rows ?? []).map((row) => ({
        key: row.id,
        title: `${row.deviceNo} → ${row.objectNo ?? ''}`,
        small: dotted(clock(row.boundAt), wordFor('deviceState', row.state, language)),
        aside: abilityTo(row, 'undoBind') ? t('act.undoBind') : undefined,
        disabled: !isAble(row, 'undoBind'),
        onTake: () => void ask(row),
      }))}
    />
  )
}
