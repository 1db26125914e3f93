import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Choice } from '../../shared/form/Choice.tsx'
import type { LineColumn } from '../../shared/form/LineGrid.tsx'
import { ScanField } from '../../shared/scan/ScanField.tsx'
import { toast } from '../../shared/ui/toasts.ts'
import { CargoGrid } from './CargoGrid.tsx'
import styles from './Dispatch.module.css'
import { GoodsDialog } from './GoodsDialog.tsx'
import { type LineRow, lineKey } from './lines.ts'
import { PickDialog } from './PickDialog.tsx'
import { consigneeEnd, isOutOfOrder, numberOf, type StopRow } from './stopRows.ts'
import { useSaysWhere } from './useSaysWhere.ts'
import { numberScanned, useWaitingByNumber } from './useWaitingAt.ts'

type Props = {
  value?: readonly LineRow[]
  onChange?: (lines: readonly LineRow[]) => void
  stops: readonly StopRow[]
  /** Lines that were picked: they get their stops. */
  onPick: (lines: LineRow[]) => void
  /** Goes to its consignee, where no stop is for that yet. */
  onDeliver: (line: LineRow) => void
}

/** What the trip carries, and between which stops: part of a waybill's pieces may go. */
export function LinesEditor({ value = [], onChange, stops, onPick, onDeliver }: Props) {
  const { t } = useTranslation('dispatch')
  const [picking, setPicking] = useState(false)
  const [choosing, setChoosing] = useState<string>()
  const waiting = useWaitingByNumber()
  const saysWhere = useSaysWhere()
  /** Labels of pieces: each counts once. */
  const scanned = useRef(new Set<string>())
  /** Of the scan before: by the next one it is out of date. */
  const told = useRef<string>(undefined)
  const say = (kind: 'info' | 'warning', text: string) => {
    told.current = text
    toast[kind](text)
  }
  const scan = async (text: string) => {
    if (told.current !== undefined) toast.takeBack(told.current)
    const { no, isPiece } = numberScanned(text)
    const label = text.toUpperCase()
    const there = value.find(({ waybillNo }) => waybillNo === no)
    if (isPiece && scanned.current.has(label)) return say('info', t('scan.again', { no: label }))
    if (there && !isPiece) return say('info', t('scan.again', { no }))
    if (there && there.pieces >= there.free) {
      // Put in whole, it has this piece; put in piece by piece, there is none left.
      const isByPiece = [...scanned.current].some((one) => numberScanned(one).no === no)
      return isByPiece
        ? say('warning', t('scan.full', { no, count: there.free }))
        : say('info', t('scan.again', { no: label }))
    }
    const rows = there ? [] : await waiting(no).catch(() => [])
    if (!there && rows.length === 0) return say('warning', (await saysWhere(no)) ?? t('scan.unknown', { no }))
    if (isPiece) scanned.current.add(label)
    if (there) change(there, { pieces: there.pieces + 1, goods: null })
    else onPick(isPiece ? rows.slice(0, 1).map((line) => ({ ...line, pieces: 1 })) : rows)
  }
  const change = (line: LineRow, patch: Partial<LineRow>) =>
    onChange?.(value.map((one) => (one === line ? { ...one, ...patch } : one)))
  const chosen = value.find((line) => lineKey(line) === choosing)
  const labelOf = (stop: StopRow) => `${numberOf(stops, stop.key)} ${stop.name ?? t(`stops.kind.${stop.kind}`)}`
  const ends: LineColumn<LineRow>[] = [
    {
      key: 'load',
      title: t('stops.at'),
      shown: true,
      className: styles.clipShort,
      also: ['fromPlace'],
      render: ({ load }) => {
        const stop = stops.find(({ key }) => key === load)
        return stop ? labelOf(stop) : '—'
      },
    },
    {
      key: 'unload',
      title: t('stops.to'),
      required: true,
      width: 136,
      also: ['leg'],
      render: (line, change, props) => {
        const from = numberOf(stops, line.load)
        // What was chosen stays to be read, also where it stands before the load now.
        const fits = stops.filter(
          (stop, index) =>
            stop.key === line.unload ||
            (index >= from && (stop.kind === 'outlet' || (stop.kind === 'consignee' && isOf(stop, line)))),
        )
        const options = fits.map((stop) => ({ value: stop.key, label: labelOf(stop) }))
        const hasOwn = fits.some(({ kind }) => kind === 'consignee')
        return (
          <Choice
            {...props}
            value={line.unload || undefined}
            options={[...options, ...(hasOwn ? [] : [{ value: '', label: t('stops.kind.consignee') }])]}
            onChange={(unload: string) => (unload === '' ? onDeliver(line) : change({ unload }))}
          />
        )
      },
    },
  ]
  const wrong = new Map(
    value.flatMap((line, row) => (isOutOfOrder(stops, line) ? [[`${row}.unload`, t('stops.notAfter')] as const] : [])),
  )
  return (
    <>
      <CargoGrid
        value={value}
        none={t('form.noLines')}
        ends={ends}
        wrong={wrong}
        onGoods={(line) => setChoosing(lineKey(line))}
        {...(onChange ? { onChange } : {})}
      />
      <div className={styles.picks}>
        <Button icon={<Plus size={14} strokeWidth={2} />} onClick={() => setPicking(true)}>
          {t('form.addLines')}
        </Button>
        <ScanField className={styles.scanField} label={t('scan.label')} onScan={scan} />
      </div>
      {chosen && (
        <GoodsDialog line={chosen} onChange={(patch) => change(chosen, patch)} onClose={() => setChoosing(undefined)} />
      )}
      {picking && (
        <PickDialog
          start={undefined}
          taken={new Set(value.map(lineKey))}
          onClose={() => setPicking(false)}
          onPick={(lines) => {
            onPick(lines)
            setPicking(false)
          }}
        />
      )}
    </>
  )
}

const isOf = (stop: StopRow, line: LineRow): boolean => {
  const end = consigneeEnd(line)
  return stop.key === line.unload || (end.kind === 'consignee' && stop.address === end.address)
}
