import { type ArrangementDetail, changeArrangement, createArrangement } from '@xunyun/contract/dispatch/calls'
import { loadByStretch } from '@xunyun/contract/dispatch/stops'
import type { Call } from '@xunyun/contract/kernel/call'
import { Button, Form, Input } from 'antd'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useAction } from '../../shared/action/useAction.ts'
import { MomentInput } from '../../shared/form/DayInput.tsx'
import { Field, FormSection, useSaveKey } from '../../shared/form/FormDrawer.tsx'
import { FormFrame } from '../../shared/form/FormFrame.tsx'
import { DecimalInput } from '../../shared/form/inputs.tsx'
import { type ChoiceCall, Lookup } from '../../shared/form/Lookup.tsx'
import { useForm } from '../../shared/form/useForm.ts'
import { useTab } from '../../shared/tabs/useTab.ts'
import { figure } from '../../shared/ui/format.ts'
import { toast } from '../../shared/ui/toasts.ts'
import { useIsPhone } from '../../shared/ui/useDevice.ts'
import styles from './Dispatch.module.css'
import { LinesEditor } from './LinesEditor.tsx'
import { Load } from './Load.tsx'
import { beyond, figuresOf, type LineRow, lineKey, loadable } from './lines.ts'
import { StopsEditor } from './StopsEditor.tsx'
import { isOutOfOrder, numberOf, type StopRow, usedStops, withLines } from './stopRows.ts'
import { DriverSelect, useVehicle, VehicleSelect } from './TripSelects.tsx'

export type TripValues = {
  vehicleId: number
  driverId: number
  carrierId?: number
  planAt: string
  sealNo?: string
  km?: string
  remark?: string
  stops: StopRow[]
  lines: LineRow[]
}
type Props = {
  title: string
  name: string
  initial: Partial<TripValues>
  trip: ArrangementDetail | undefined
  call: Call
  companies: ChoiceCall
  /** The trip as it is now, after a conflict. */
  reload?: () => Promise<{ values: Partial<TripValues>; trip?: ArrangementDetail }>
}

/** The form of a trip: basics and cargo left, the load against the vehicle's limits right. */
export function TripForm({ title, name, initial, trip, call, companies, reload }: Props) {
  const { t } = useTranslation('dispatch')
  const navigate = useNavigate()
  const tab = useTab()
  const create = useAction(createArrangement, { refresh: ['/api/Dispatch/', '/api/Waybills/'] })
  const change = useAction(changeArrangement, { refresh: ['/api/Dispatch/', '/api/Waybills/'] })
  const [version, setVersion] = useState(trip?.version ?? 0)
  const send = async (values: TripValues, key: string, assign: boolean) => {
    const stops = values.stops ?? []
    const input = {
      type: undefined,
      fromOutletId: undefined,
      toOutletId: undefined,
      vehicleId: values.vehicleId,
      driverId: values.driverId,
      carrierId: values.carrierId,
      planAt: values.planAt,
      sealNo: values.sealNo,
      km: values.km,
      remark: values.remark,
      stops: stops.map(({ kind, outletId, planAt }, index) => ({
        kind,
        outletId,
        planAt: planAt ?? (index === 0 ? values.planAt : undefined),
        name: undefined,
        phone: undefined,
        region: undefined,
        address: undefined,
      })),
      lines: (values.lines ?? []).map(({ waybillId, fromPlace, fromId, pieces, load, unload, goods }) => ({
        waybillId,
        fromPlace,
        fromId,
        pieces,
        load: numberOf(stops, load) || undefined,
        unload: numberOf(stops, unload) || undefined,
        // Other pieces than were arranged are a part of all goods again.
        goods: goods && goods.reduce((sum, part) => sum + part.pieces, 0) === pieces ? goods : undefined,
      })),
    }
    const saved = trip
      ? await change.run({ ...input, id: trip.id, version }, { key })
      : await create.run({ ...input, assign }, { key })
    toast.success(t(assign ? 'form.saved' : 'form.savedNew', { no: saved.arrangementNo }))
    // Closing leads to the tab before; the trip is where one wants to be.
    tab.close()
    void navigate(`${pathTo('arrangeList')}?trip=${saved.id}`)
  }
  const assigning = { current: true }
  const state = useForm<TripValues>({
    name,
    initial,
    call,
    onSubmit: (values, { key }) => send(values, key, assigning.current),
    ...(reload
      ? {
          onReload: async () => {
            const now = await reload()
            setVersion(now.trip?.version ?? version)
            return now.values
          },
        }
      : {}),
  })
  const save = (assign: boolean) => {
    assigning.current = assign
    state.submit()
  }
  useSaveKey(tab.visible, () => save(true))
  const isPhone = useIsPhone()
  return (
    <div className={styles.formPage}>
      <div className={styles.formBody}>
        {/* A phone's bar says what the page is; which trip it is it does not. */}
        {(!isPhone || trip) && <h1 className={styles.formTitle}>{title}</h1>}
        <FormFrame state={state}>
          <TripFields
            companies={companies}
            set={(values) => {
              state.form.setFieldsValue(values)
              state.onChange(values)
            }}
          />
        </FormFrame>
      </div>
      <div className={styles.actionBar}>
        <Button type="primary" data-commit loading={state.busy} onClick={() => save(true)}>
          {trip ? t('form.saveChanges') : t('form.assign')}
          {!isPhone && <kbd className={styles.key}>Ctrl S</kbd>}
        </Button>
        {!trip && (
          <Button disabled={state.busy} onClick={() => save(false)}>
            {t('form.save')}
          </Button>
        )}
      </div>
    </div>
  )
}

function TripFields({ companies, set }: { companies: ChoiceCall; set: (values: Partial<TripValues>) => void }) {
  const { t } = useTranslation('dispatch')
  const form = Form.useFormInstance<TripValues>()
  const vehicleId: number | undefined = Form.useWatch('vehicleId', form)
  const lines: LineRow[] = Form.useWatch('lines', { form, preserve: true }) ?? []
  const stops: StopRow[] = Form.useWatch('stops', { form, preserve: true }) ?? []
  const vehicle = useVehicle(vehicleId)
  const add = (picked: LineRow[]) => {
    const placed = withLines(stops, picked)
    set({ stops: placed.stops, lines: [...lines, ...placed.lines] })
  }
  const deliver = (line: LineRow) => {
    const others = lines.filter((one) => lineKey(one) !== lineKey(line))
    const placed = withLines(usedStops(stops, others), [line], 'delivery')
    set({ stops: placed.stops, lines: lines.map((one) => (one === line ? (placed.lines[0] ?? one) : one)) })
  }
  return (
    <div className={styles.columns}>
      <div>
        <FormSection title={t('form.basic')} columns={3}>
          <Field name="vehicleId" label={t('form.vehicle')}>
            <VehicleSelect
              onChosen={({ driverId, carrierId }) =>
                set({ driverId: driverId ?? undefined, carrierId: carrierId ?? undefined } as Partial<TripValues>)
              }
            />
          </Field>
          <Field name="driverId" label={t('form.driver')}>
            <DriverSelect />
          </Field>
          <Field name="carrierId" label={t('form.carrier')}>
            <Lookup call={companies} input={{ roles: ['carrier', 'special'] }} allowClear />
          </Field>
          <Field name="planAt" label={t('form.planAt')}>
            <MomentInput />
          </Field>
          <Field name="sealNo" label={t('form.sealNo')}>
            <Input maxLength={40} />
          </Field>
          <Field name="km" label={t('form.km')}>
            <DecimalInput places={1} />
          </Field>
          <Field name="remark" label={t('form.remark')} span={3}>
            <Input maxLength={500} />
          </Field>
        </FormSection>
        <FormSection title={t('form.lines')} hint={t('form.linesHint')} columns={1}>
          <Form.Item name="lines" noStyle>
            <LinesEditor
              stops={stops}
              onPick={add}
              onDeliver={deliver}
              onChange={(next) => set({ lines: [...next], stops: usedStops(stops, next) })}
            />
          </Form.Item>
        </FormSection>
        <FormSection title={t('stops.title')} hint={t('stops.hint')} columns={1}>
          <Form.Item name="stops" noStyle>
            <StopsEditor lines={lines} />
          </Form.Item>
        </FormSection>
      </div>
      <aside className={styles.side}>
        <LoadPanel stops={stops} lines={lines} vehicle={vehicle} />
      </aside>
    </div>
  )
}

type Limits = { loadKg: string; volumeM3: string | null; blocked: string | null } | undefined

/** The load of the fullest stretch against what the vehicle may carry, while it is put together; of several stops each stretch. */
function LoadPanel({
  stops,
  lines,
  vehicle,
}: {
  stops: readonly StopRow[]
  lines: readonly LineRow[]
  vehicle: Limits
}) {
  const { t } = useTranslation('dispatch')
  const placed = lines.map((line) => ({
    ...figuresOf(line, loadable(line)),
    load: numberOf(stops, line.load) || 1,
    unload: numberOf(stops, line.unload) || stops.length,
  }))
  // A line that is unloaded before it is loaded is told at its stops, and is on no stretch.
  const between = placed.filter(({ load, unload }) => load < unload)
  const { stretches } = loadByStretch(stops.length, between, vehicle)
  const most = (field: 'weight' | 'volume', places: number) =>
    stretches.reduce((max, one) => (Number(one[field]) > Number(max) ? one[field] : max), (0).toFixed(places))
  const load = { weight: most('weight', 3), volume: most('volume', 4) }
  const heavy = vehicle ? beyond(load.weight, vehicle.loadKg, 3) : null
  const bulky = vehicle ? beyond(load.volume, vehicle.volumeM3, 4) : null
  // What cannot be loaded so is in no sum: that it fits says nothing.
  const wrong = [
    ...(lines.some((line) => isOutOfOrder(stops, line)) ? [{ ok: false, text: t('stops.notAfter') }] : []),
    ...(lines.some(({ pieces, free }) => pieces > free) ? [{ ok: false, text: t('form.someTooMany') }] : []),
  ]
  const ofVehicle = vehicle
    ? [
        vehicle.blocked ? { ok: false, text: vehicle.blocked } : { ok: true, text: t('form.ok.papers') },
        ...(heavy ? [{ ok: false, text: t('form.over.weight', { value: figure(heavy, 3) }) }] : []),
        ...(bulky ? [{ ok: false, text: t('form.over.volume', { value: figure(bulky, 4) }) }] : []),
        ...(!heavy && !bulky && wrong.length === 0 ? [{ ok: true, text: t('form.ok.load') }] : []),
      ]
    : []
  const checks = [...wrong, ...ofVehicle]
  return (
    <>
      <Bar label={t('form.loadWeight')} used={load.weight} limit={vehicle?.loadKg ?? null} places={3} />
      <Bar label={t('form.loadVolume')} used={load.volume} limit={vehicle?.volumeM3 ?? null} places={4} />
      {stretches.length > 1 && vehicle && (
        <section>
          <h3 className={styles.sideTitle}>{t('stops.load.title')}</h3>
          <ul className={styles.stretches}>
            {stretches.map(({ rate, weight }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a stretch is known by its place
              <li key={index}>
                <span>{t('stops.stretch', { from: index + 1, to: index + 2 })}</span>
                <span>{figure(weight, 3)} kg</span>
                <Load rate={rate} unit />
              </li>
            ))}
          </ul>
        </section>
      )}
      {checks.length > 0 && (
        <section>
          <h3 className={styles.sideTitle}>{t('form.checks')}</h3>
          <ul className={styles.checks}>
            {checks.map(({ ok, text }) => (
              <li key={text} data-ok={ok}>
                {ok ? <CircleCheck size={14} strokeWidth={1.75} /> : <CircleAlert size={14} strokeWidth={1.75} />}
                {text}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Bar({ label, used, limit, places }: { label: string; used: string; limit: string | null; places: number }) {
  const share = limit === null || Number(limit) === 0 ? 0 : (Number(used) / Number(limit)) * 100
  const tone = share > 100 ? 'red' : share > 92 ? 'orange' : 'blue'
  return (
    <section className={styles.meter} data-tone={tone}>
      <div className={styles.meterHead}>
        <span>{label}</span>
        <b>{limit === null ? figure(used, places) : `${figure(used, places)} / ${figure(limit, places)}`}</b>
      </div>
      <div className={styles.meterBar}>
        <span style={{ width: `${Math.min(share, 100)}%` }} />
      </div>
    </section>
  )
}
