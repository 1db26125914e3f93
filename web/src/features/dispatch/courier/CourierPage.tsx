import { useQuery } from '@tanstack/react-query'
import { getWaiting } from '@xunyun/contract/dispatch/calls'
import { createCouriers, getCourierCompanies } from '@xunyun/contract/dispatch/courier'
import { Button, Form, Input, type InputRef } from 'antd'
import { ScanLine } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useAction } from '../../../shared/action/useAction.ts'
import { api } from '../../../shared/api/api.ts'
import { MomentInput } from '../../../shared/form/DayInput.tsx'
import { useSaveKey } from '../../../shared/form/FormDrawer.tsx'
import { FormFrame } from '../../../shared/form/FormFrame.tsx'
import { isTable } from '../../../shared/form/isTable.ts'
import { useForm } from '../../../shared/form/useForm.ts'
import { type LeftOut, useLeftOut } from '../../../shared/form/useLeftOut.tsx'
import { useTab } from '../../../shared/tabs/useTab.ts'
import { LoadError } from '../../../shared/ui/Notice.tsx'
import { PageSkeleton } from '../../../shared/ui/Skeleton.tsx'
import { toast } from '../../../shared/ui/toasts.ts'
import { useIsPhone } from '../../../shared/ui/useDevice.ts'
import { CompareCarriers, useSeesCosts } from '../../costs/index.ts'
import { CarrierSelect } from '../CarrierSelect.tsx'
import styles from '../Dispatch.module.css'
import { figuresOf, lineOfWaiting, waitingKey } from '../lines.ts'
import { numberScanned, useWaitingAt } from '../useWaitingAt.ts'
import { ParcelGrid } from './ParcelGrid.tsx'
import { added, type Kept, leftOutOf, type ParcelRow, parcelOf, readTable } from './parcels.ts'

/** Send parcels at scanner speed. `?pieces=1:outlet:7` begins with what waits there. */
export default function CourierPage() {
  const [search] = useSearchParams()
  const [turn, setTurn] = useState(0)
  const leftOut = useLeftOut()
  const pieces = (search.get('pieces') ?? '').split(',').filter((one) => one !== '')
  const begun = useQuery({
    queryKey: [getWaiting.path, 'parcels', pieces.join()],
    queryFn: async ({ signal }) => {
      const ids = [...new Set(pieces.map(Number.parseFloat))]
      const { rows } = await api(getWaiting, { ids, pageSize: 500 }, { signal })
      return rows.filter((row) => pieces.includes(waitingKey(row))).map((row) => parcelOf(lineOfWaiting(row), {}))
    },
    enabled: pieces.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (begun.isError) return <LoadError error={begun.error} retry={() => void begun.refetch()} />
  if (pieces.length > 0 && !begun.data) return <PageSkeleton />
  return (
    <Parcels
      key={`${turn}-${pieces.join()}`}
      name={['parcels-new', ...pieces].join('-')}
      initial={turn === 0 ? (begun.data ?? []) : []}
      leftOut={leftOut}
      onSent={() => setTurn(turn + 1)}
    />
  )
}

type Values = { parcels: ParcelRow[] }
type Props = { name: string; initial: ParcelRow[]; leftOut: LeftOut; onSent: () => void }

function Parcels({ name, initial, leftOut, onSent }: Props) {
  const { t } = useTranslation('handedOut')
  const isPhone = useIsPhone()
  const tab = useTab()
  const [kept, setKept] = useState<Kept>(lastKept)
  const collected = useRef(false)
  const act = useAction(createCouriers, { refresh: ['/api/Dispatch/', '/api/Waybills/'] })
  const state = useForm<Values>({
    name,
    initial: { parcels: initial },
    call: createCouriers,
    onSubmit: async ({ parcels }, { key }) => {
      const sent = await act.run(
        {
          collect: collected.current,
          parcels: parcels.map(
            ({
              waybillId,
              fromPlace,
              fromId,
              pieces,
              courierId,
              courierNo,
              chargeWeight,
              codAmount,
              expectAt,
              quotedId,
            }) => ({
              waybillId,
              fromPlace,
              fromId,
              pieces,
              courierId: courierId as number,
              courierNo: courierNo ?? '',
              chargeWeight: chargeWeight || undefined,
              codAmount: codAmount || undefined,
              expectAt,
              // The price goes with its courier.
              takeQuote: quotedId !== undefined && quotedId === courierId,
            }),
          ),
        },
        { key },
      )
      toast.success(t('courier.sent', { count: sent.parcels.length }))
      leftOut.clear()
    },
    onSaved: onSent,
  })
  const parcels: ParcelRow[] = Form.useWatch('parcels', { form: state.form, preserve: true }) ?? []
  const seesCosts = useSeesCosts()
  const [active, setActive] = useState(0)
  const parcel = parcels[Math.min(active, parcels.length - 1)]
  const set = (next: ParcelRow[]) => {
    state.form.setFieldsValue({ parcels: next })
    state.onChange({ parcels: next } as Partial<Values>)
  }
  const save = (isCollected: boolean) => {
    collected.current = isCollected
    state.submit()
  }
  useSaveKey(tab.visible, () => save(false))
  return (
    <div className={styles.formPage}>
      <div className={styles.formBody}>
        {!isPhone && <h1 className={styles.formTitle}>{t('courier.title')}</h1>}
        <FormFrame state={state}>
          <ScanBar
            kept={kept}
            onKept={(next) => {
              lastKept = next
              setKept(next)
            }}
            parcels={parcels}
            set={set}
            onTable={(text) => void pasted(text, parcels.length)}
            leftOut={leftOut}
          />
          {leftOut.list}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: follows the cursor through the parcels */}
          <div
            className={styles.parcels}
            onFocus={({ target }) => {
              const row = target.closest<HTMLElement>('tr[data-line]')?.dataset.line
              if (row !== undefined) setActive(Number(row))
            }}
          >
            <Form.Item name="parcels" noStyle>
              <ParcelGrid onTable={(text, row) => void pasted(text, row)} />
            </Form.Item>
            {!isPhone && <p className={styles.hint}>{t('courier.paste')}</p>}
          </div>
          {seesCosts && parcel && (
            <CompareCarriers
              of={wayOf(parcel)}
              about={`${parcel.waybillNo} · ${parcel.fromName} → ${parcel.consigneeCity}`}
              // Chosen by hand, its price can still be taken.
              value={parcel.quotedId === parcel.courierId ? parcel.courierId : undefined}
              onTake={(courierId) =>
                set(parcels.map((one) => (one === parcel ? { ...one, courierId, quotedId: courierId } : one)))
              }
            />
          )}
        </FormFrame>
      </div>
      <div className={styles.actionBar}>
        <Button
          type="primary"
          data-commit
          loading={state.busy}
          disabled={parcels.length === 0}
          onClick={() => save(false)}
        >
          {t('courier.send', { count: parcels.length })}
          {!isPhone && <kbd className={styles.key}>Ctrl S</kbd>}
        </Button>
        <Button disabled={state.busy || parcels.length === 0} onClick={() => save(true)}>
          {t('courier.sendCollected')}
        </Button>
      </div>
    </div>
  )

  async function pasted(text: string, row: number) {
    const { rows, leftOut: more } = await readTable(text, kept)
    leftOut.tell(more, rows.length > 0)
    if (rows.length > 0) set([...parcels.slice(0, row), ...rows, ...parcels.slice(row)])
  }
}

/** The way and the weight that couriers are compared for. */
function wayOf({ pieces, chargeWeight, ...parcel }: ParcelRow) {
  const from = parcel.fromPlace === 'outlet' ? { fromOutletId: parcel.fromId } : { fromRegion: parcel.shipperRegion }
  if (!(pieces > 0)) return null
  const { weight, volume } = figuresOf({ ...parcel, pieces }, pieces)
  // A parcel weighs what its courier charges it by, once that is typed.
  const cargo = chargeWeight ? { weight: chargeWeight, volume: '0' } : { weight, volume }
  return { kind: 'courier' as const, ...from, toRegion: parcel.consigneeRegion, pieces, ...cargo }
}

/** The courier of the last parcel is the next one's too, also when the page is opened again. */
let lastKept: Kept = {}

type BarProps = {
  kept: Kept
  onKept: (kept: Kept) => void
  parcels: ParcelRow[]
  set: (parcels: ParcelRow[]) => void
  onTable: (text: string) => void
  leftOut: LeftOut
}

/** The courier that is kept, and the scan that puts a waybill or a piece into the grid and goes on to its number. */
function ScanBar({ kept, onKept, parcels, set, onTable, leftOut }: BarProps) {
  const { t } = useTranslation('handedOut')
  const [typed, setTyped] = useState('')
  const input = useRef<InputRef>(null)
  /** Labels of pieces: each counts once. */
  const scanned = useRef(new Set<string>())
  const waiting = useWaitingAt(undefined, '')
  // One scans at once: the courier may be chosen behind it.
  useEffect(() => {
    setTimeout(() => input.current?.focus())
  }, [])
  const scan = async () => {
    const { no, isPiece } = numberScanned(typed)
    if (no === '') return
    const label = typed.trim().toUpperCase()
    setTyped('')
    const isThere = parcels.some(({ waybillNo }) => waybillNo === no)
    if (isPiece && isThere && scanned.current.has(label)) return toast.info(t('waiting.scanned', { no: label }))
    const line =
      waiting.rows.find(({ waybillNo }) => waybillNo === no) ?? (await waiting.byNumber(no).catch(() => undefined))
    if (line === undefined) {
      leftOut.tell([leftOutOf([no])], false)
      input.current?.focus()
      return
    }
    leftOut.tell([], true)
    if (isPiece) scanned.current.add(label)
    const { parcels: next, at } = added(parcels, line, isPiece, kept)
    set(next)
    // Its number is scanned next; Enter there leads back here.
    requestAnimationFrame(() =>
      document.querySelector<HTMLInputElement>(`[data-cell="${at}-courierNo"] input`)?.focus(),
    )
  }
  return (
    <div className={styles.scanBar}>
      <div className={styles.kept}>
        <CarrierSelect
          call={getCourierCompanies}
          placeholder={t('courier.kept')}
          aria-label={t('courier.kept')}
          value={kept.courierId}
          onChange={(courierId) => {
            onKept({ ...kept, courierId })
            // Scanned before it was chosen.
            if (parcels.some((one) => one.courierId === undefined))
              set(parcels.map((one) => ({ ...one, courierId: one.courierId ?? courierId })))
            input.current?.focus()
          }}
        />
      </div>
      <div className={styles.kept}>
        <MomentInput
          aria-label={t('column.expectAt')}
          placeholder={t('column.expectAt')}
          value={kept.expectAt}
          onChange={(expectAt) => onKept({ ...kept, expectAt: expectAt ?? undefined })}
        />
      </div>
      <Input
        ref={input}
        allowClear
        id="parcel-scan"
        className={styles.scan}
        value={typed}
        prefix={<ScanLine size={14} strokeWidth={1.75} />}
        placeholder={t('courier.scan')}
        aria-label={t('courier.scan')}
        onChange={(event) => setTyped(event.target.value)}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain')
          if (!isTable(text)) return
          event.preventDefault()
          onTable(text)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          // A scan is no wish to go on to the next field.
          event.preventDefault()
          event.stopPropagation()
          void scan()
        }}
      />
    </div>
  )
}
