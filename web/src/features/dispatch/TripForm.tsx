import { codes, wordFor } from '@xunyun/contract/dictionary'
import { type ArrangementDetail, changeArrangement, createArrangement } from '@xunyun/contract/dispatch/calls'
import type { Call } from '@xunyun/contract/kernel/call'
import { Button, Form, Input, Segmented } from 'antd'
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
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useTab } from '../../shared/tabs/useTab.ts'
import { figure } from '../../shared/ui/format.ts'
import { toast } from '../../shared/ui/toasts.ts'
import { useIsPhone } from '../../shared/ui/useDevice.ts'
import styles from './Dispatch.module.css'
import { LinesEditor } from './LinesEditor.tsx'
import { beyond, type LineRow, loadOf, type TripType } from './lines.ts'
import { DriverSelect, useVehicle, VehicleSelect } from './TripSelects.tsx'

export type TripValues = {
  type: TripType
  vehicleId: number
  driverId: number
  carrierId?: number
  fromOutletId?: number
  toOutletId?: number
  planAt: string
  sealNo?: string
  km?: string
  remark?: string
  lines: LineRow[]
}
type Props = {
  title: string
  name: string
  initial: Partial<TripValues>
  trip: ArrangementDetail | undefined
  call: Call
  outlets: ChoiceCall
  companies: ChoiceCall
  /** The trip as it is now, after a conflict. */
  reload?: () => Promise<{ values: Partial<TripValues>; trip?: ArrangementDetail }>
}

/** The form of a trip: basics and cargo left, the load against the vehicle's limits right. */
export function TripForm({ title, name, initial, trip, call, outlets, companies, reload }: Props) {
  const { t } = useTranslation('dispatch')
  const navigate = useNavigate()
  const tab = useTab()
  const create = useAction(createArrangement, { refresh: ['/api/Dispatch/', '/api/Waybills/'] })
  const change = useAction(changeArrangement, { refresh: ['/api/Dispatch/', '/api/Waybills/'] })
  const [version, setVersion] = useState(trip?.version ?? 0)
  const send = async (values: TripValues, key: string, assign: boolean) => {
    const input = {
      type: values.type,
      vehicleId: values.vehicleId,
      driverId: values.driverId,
      carrierId: values.carrierId,
      fromOutletId: values.type === 'trunk' || values.type === 'shuttle' ? values.fromOutletId : undefined,
      toOutletId: values.type === 'delivery' ? undefined : values.toOutletId,
      planAt: values.planAt,
      sealNo: values.sealNo,
      km: values.km,
      remark: values.remark,
      lines: (values.lines ?? []).map(({ waybillId, fromPlace, fromId, pieces }) => ({
        waybillId,
        fromPlace,
        fromId,
        pieces,
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
            outlets={outlets}
            companies={companies}
            setDriver={(id, carrier) => {
              state.form.setFieldsValue({ driverId: id, carrierId: carrier })
              state.onChange({ driverId: id, carrierId: carrier } as Partial<TripValues>)
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

function TripFields({
  outlets,
  companies,
  setDriver,
}: {
  outlets: ChoiceCall
  companies: ChoiceCall
  setDriver: (driver: number | undefined, carrier: number | undefined) => void
}) {
  const { t } = useTranslation('dispatch')
  const language = useLanguage()
  const form = Form.useFormInstance<TripValues>()
  const type: TripType = Form.useWatch('type', form) ?? 'pickup'
  const fromOutletId: number | undefined = Form.useWatch('fromOutletId', form)
  const vehicleId: number | undefined = Form.useWatch('vehicleId', form)
  const lines: LineRow[] = Form.useWatch('lines', { form, preserve: true }) ?? []
  const vehicle = useVehicle(vehicleId)
  return (
    <div className={styles.columns}>
      <div>
        <FormSection title={t('form.basic')} columns={3}>
          <Field name="type" label={t('form.type')} span={3}>
            <Segmented
              options={codes('arrangementType').map((code) => ({
                value: code,
                label: wordFor('arrangementType', code, language),
              }))}
            />
          </Field>
          <Field name="vehicleId" label={t('form.vehicle')}>
            <VehicleSelect
              onChosen={(chosen) => setDriver(chosen.driverId ?? undefined, chosen.carrierId ?? undefined)}
            />
          </Field>
          <Field name="driverId" label={t('form.driver')}>
            <DriverSelect />
          </Field>
          <Field name="carrierId" label={t('form.carrier')}>
            <Lookup call={companies} input={{ roles: ['carrier', 'special'] }} allowClear />
          </Field>
          {(type === 'trunk' || type === 'shuttle') && (
            <Field name="fromOutletId" label={t('form.from')} required>
              <Lookup call={outlets} />
            </Field>
          )}
          {type !== 'delivery' && (
            <Field name="toOutletId" label={t('form.to')} required>
              <Lookup call={outlets} />
            </Field>
          )}
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
            <LinesEditor type={type} fromOutletId={fromOutletId} />
          </Form.Item>
        </FormSection>
      </div>
      <aside className={styles.side}>
        <LoadPanel lines={lines} vehicle={vehicle} />
      </aside>
    </div>
  )
}

type Limits = { loadKg: string; volumeM3: string | null; blocked: string | null } | undefined

/** The load against what the vehicle may carry, while it is put together. */
function LoadPanel({ lines, vehicle }: { lines: readonly LineRow[]; vehicle: Limits }) {
  const { t } = useTranslation('dispatch')
  const load = loadOf(lines)
  const heavy = vehicle ? beyond(load.weight, vehicle.loadKg, 3) : null
  const bulky = vehicle ? beyond(load.volume, vehicle.volumeM3, 4) : null
  const checks = vehicle
    ? [
        vehicle.blocked ? { ok: false, text: vehicle.blocked } : { ok: true, text: t('form.ok.papers') },
        ...(heavy ? [{ ok: false, text: t('form.over.weight', { value: figure(heavy, 3) }) }] : []),
        ...(bulky ? [{ ok: false, text: t('form.over.volume', { value: figure(bulky, 4) }) }] : []),
        ...(!heavy && !bulky ? [{ ok: true, text: t('form.ok.load') }] : []),
      ]
    : []
  return (
    <>
      <Bar label={t('form.loadWeight')} used={load.weight} limit={vehicle?.loadKg ?? null} places={3} />
      <Bar label={t('form.loadVolume')} used={load.volume} limit={vehicle?.volumeM3 ?? null} places={4} />
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
