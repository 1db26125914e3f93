import { getOutletChoices } from '@xunyun/contract/companies/calls'
import { codes, wordFor } from '@xunyun/contract/dictionary'
import {
  changeSpecial,
  createSpecial,
  getSpecialCarriers,
  type SpecialDetail,
  type SpecialEnds,
} from '@xunyun/contract/dispatch/special'
import type { Call } from '@xunyun/contract/kernel/call'
import { Button, Checkbox, Form, Input, Segmented } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { useCommands } from '../../../shared/action/useAction.ts'
import { MomentInput } from '../../../shared/form/DayInput.tsx'
import { Field, FormSection, useFill, useSaveKey } from '../../../shared/form/FormDrawer.tsx'
import { FormFrame } from '../../../shared/form/FormFrame.tsx'
import { IntegerInput } from '../../../shared/form/inputs.tsx'
import { Lookup } from '../../../shared/form/Lookup.tsx'
import { RegionPicker } from '../../../shared/form/RegionPicker.tsx'
import { useForm } from '../../../shared/form/useForm.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { useTab } from '../../../shared/tabs/useTab.ts'
import { toast } from '../../../shared/ui/toasts.ts'
import { useIsPhone } from '../../../shared/ui/useDevice.ts'
import { CompareCarriers, useSeesCosts } from '../../costs/index.ts'
import { usePrint } from '../../printing/index.ts'
import { CargoGrid } from '../CargoGrid.tsx'
import { CarrierSelect } from '../CarrierSelect.tsx'
import styles from '../Dispatch.module.css'
import { type LineRow, lineKey, loadOf, regionOf, type Start } from '../lines.ts'
import { WaitingPane } from './WaitingPane.tsx'

export type SpecialValues = {
  carrierId: number
  carrierNo?: string
  fromOutletId?: number
  ends: SpecialEnds
  toOutletId?: number
  toRegion?: string
  station?: string
  onNotice?: boolean
  expectAt?: string
  receiptCopies?: number
  remark?: string
  /** Whose price was taken by 比价. */
  quotedId?: number
  lines: LineRow[]
}
type Props = {
  title: string
  name: string
  initial: Partial<SpecialValues>
  special: SpecialDetail | undefined
  call: Call
  /** As it is now, after a conflict. */
  reload?: () => Promise<{ values: Partial<SpecialValues>; special?: SpecialDetail }>
}
/** What saving it leads to. */
type Then = 'handOver' | 'print' | 'draft'

/** What waits left, the handover right. */
export function SpecialForm({ title, name, initial, special, call, reload }: Props) {
  const { t } = useTranslation('handedOut')
  const navigate = useNavigate()
  const tab = useTab()
  const isPhone = useIsPhone()
  const print = usePrint()
  const commands = useCommands(['/api/Dispatch/', '/api/Waybills/'])
  const [version, setVersion] = useState(special?.version ?? 0)
  const then = useRef<Then>('handOver')
  const send = async ({ quotedId, ...values }: SpecialValues, key: string) => {
    const { ends } = values
    const input = {
      ...values,
      toOutletId: ends === 'outlet' ? values.toOutletId : undefined,
      toRegion: ends === 'outlet' ? undefined : values.toRegion,
      station: ends === 'station' ? values.station : undefined,
      onNotice: ends !== 'outlet' && values.onNotice === true,
      // The price goes with its carrier.
      takeQuote: quotedId !== undefined && quotedId === values.carrierId,
      lines: (values.lines ?? []).map(({ waybillId, fromPlace, fromId, pieces }) => ({
        waybillId,
        fromPlace,
        fromId,
        pieces,
      })),
    }
    const saved = special
      ? await commands.run(changeSpecial, { ...input, id: special.id, version }, { key })
      : await commands.run(createSpecial, { ...input, handOver: then.current !== 'draft' }, { key })
    toast.success(
      t(special || then.current === 'draft' ? 'done.saved' : 'done.handedOver', { no: saved.arrangementNo }),
    )
    tab.close()
    const asked = then.current === 'print' ? '&print=1' : ''
    void navigate(`${pathTo('specialList')}?special=${saved.id}${asked}`)
  }
  const state = useForm<SpecialValues>({
    name,
    initial,
    call,
    onSubmit: (values, { key }) => send(values, key),
    ...(reload
      ? {
          onReload: async () => {
            const now = await reload()
            setVersion(now.special?.version ?? version)
            return now.values
          },
        }
      : {}),
  })
  const save = (what: Then) => {
    then.current = what
    state.submit()
  }
  useSaveKey(tab.visible, () => save('handOver'))
  const lines: LineRow[] = Form.useWatch('lines', { form: state.form, preserve: true }) ?? []
  return (
    <div className={styles.formPage}>
      <div className={styles.formBody}>
        {(!isPhone || special) && <h1 className={styles.formTitle}>{title}</h1>}
        <FormFrame state={state}>
          <Fields
            setLines={(next) => {
              const before: readonly LineRow[] = state.form.getFieldValue('lines') ?? []
              const values = { lines: next, ...regionFor(state.form.getFieldValue('toRegion'), before, next) }
              state.form.setFieldsValue(values)
              state.onChange(values as Partial<SpecialValues>)
            }}
          />
        </FormFrame>
      </div>
      <div className={styles.actionBar}>
        <Button type="primary" data-commit loading={state.busy} onClick={() => save('handOver')}>
          {special ? t('form.saveChanges') : t('form.handOver', { count: lines.length })}
          {!isPhone && <kbd className={styles.key}>Ctrl S</kbd>}
        </Button>
        {!special && print.may && (
          <Button disabled={state.busy} onClick={() => save('print')}>
            {t('form.handOverPrint')}
          </Button>
        )}
        {!special && (
          <Button disabled={state.busy} onClick={() => save('draft')}>
            {t('form.draft')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Fields({ setLines }: { setLines: (lines: LineRow[]) => void }) {
  const { t } = useTranslation('handedOut')
  const language = useLanguage()
  const isPhone = useIsPhone()
  const form = Form.useFormInstance<SpecialValues>()
  const ends: SpecialEnds = Form.useWatch('ends', form) ?? 'door'
  const fromOutletId: number | undefined = Form.useWatch('fromOutletId', form)
  const carrierId: number | undefined = Form.useWatch('carrierId', form)
  const quotedId: number | undefined = Form.useWatch('quotedId', { form, preserve: true })
  const toOutletId: number | undefined = Form.useWatch('toOutletId', form)
  const toRegion: string | undefined = Form.useWatch('toRegion', form)
  const lines: LineRow[] = Form.useWatch('lines', { form, preserve: true }) ?? []
  const seesCosts = useSeesCosts()
  const fill = useFill()
  const start: Start =
    fromOutletId === undefined ? { fromPlace: 'shipper', fromId: 0 } : { fromPlace: 'outlet', fromId: fromOutletId }
  const add = (more: readonly LineRow[]) => {
    const has = new Set(lines.map(lineKey))
    const next = [...lines, ...more.filter((line) => !has.has(lineKey(line)))]
    setLines(next)
    proposeOutlet(next)
  }
  /** Where all of them go, until an outlet is chosen. */
  const proposeOutlet = (carried: readonly LineRow[]) => {
    const [to, ...others] = new Set(carried.map(({ destOutletId }) => destOutletId))
    if (to != null && others.length === 0 && to !== fromOutletId && form.getFieldValue('toOutletId') === undefined)
      form.setFieldsValue({ toOutletId: to })
  }
  /** By its label: one more of them, as far as they wait. */
  const addPiece = (line: LineRow) => {
    const isThere = lines.some((one) => lineKey(one) === lineKey(line))
    if (!isThere) return add([{ ...line, pieces: 1 }])
    setLines(
      lines.map((one) =>
        lineKey(one) === lineKey(line) ? { ...one, pieces: Math.min(one.pieces + 1, one.free) } : one,
      ),
    )
  }
  return (
    <div className={styles.handing}>
      <WaitingPane start={start} taken={new Set(lines.map(lineKey))} onAdd={add} onPiece={addPiece} />
      <div>
        <FormSection title={t('form.basic')} columns={3}>
          <Field name="carrierId" label={t('form.carrier')}>
            <CarrierSelect call={getSpecialCarriers} />
          </Field>
          <Field name="carrierNo" label={t('form.carrierNo')}>
            <Input maxLength={40} />
          </Field>
          <Field name="fromOutletId" label={t('form.from')}>
            <Lookup call={getOutletChoices} allowClear placeholder={t('form.fromShipper')} />
          </Field>
          <Field name="ends" label={t('form.ends')} span={3}>
            <Segmented
              vertical={isPhone}
              options={codes('specialEnds').map((code) => ({
                value: code,
                label: wordFor('specialEnds', code, language),
              }))}
            />
          </Field>
          {ends === 'outlet' ? (
            <Field name="toOutletId" label={t('form.toOutlet')} required>
              <Lookup call={getOutletChoices} />
            </Field>
          ) : (
            <Field name="toRegion" label={t('form.toRegion')} required>
              <RegionPicker />
            </Field>
          )}
          {ends === 'station' && (
            <Field name="station" label={t('form.station')} required>
              <Input maxLength={60} />
            </Field>
          )}
          <Field name="expectAt" label={t('form.expectAt')}>
            <MomentInput />
          </Field>
          <Field name="receiptCopies" label={t('form.receiptCopies')}>
            <IntegerInput />
          </Field>
          <Field name="remark" label={t('form.remark')} span={ends === 'station' ? 2 : 3}>
            <Input maxLength={500} />
          </Field>
          {ends !== 'outlet' && (
            <Form.Item name="onNotice" valuePropName="checked" noStyle>
              <Checkbox>{t('form.onNotice')}</Checkbox>
            </Form.Item>
          )}
        </FormSection>
        {seesCosts && (
          <CompareCarriers
            of={wayOf(lines, { fromOutletId, toOutletId, toRegion, ends })}
            // Chosen by hand, its price can still be taken.
            value={quotedId === carrierId ? carrierId : undefined}
            onTake={(id) => fill({ carrierId: id, quotedId: id })}
          />
        )}
        <FormSection title={t('form.lines')} columns={1}>
          <Form.Item name="lines" noStyle>
            <CargoGrid none={t('form.linesNone')} />
          </Form.Item>
        </FormSection>
      </div>
    </div>
  )
}

/** Where the cargo goes, as long as nobody chose another region: it follows what is put on and taken off. */
function regionFor(chosen: string | undefined, before: readonly LineRow[], next: readonly LineRow[]) {
  return chosen === undefined || chosen === regionOf(before) ? { toRegion: regionOf(next) } : {}
}

/** The way and the cargo that carriers are compared for; null until both are known. */
function wayOf(
  lines: readonly LineRow[],
  {
    fromOutletId,
    toOutletId,
    toRegion,
    ends,
  }: Pick<SpecialValues, 'fromOutletId' | 'toOutletId' | 'toRegion' | 'ends'>,
) {
  const { pieces, weight, volume } = loadOf(lines)
  const to = ends === 'outlet' ? { toOutletId } : { toRegion }
  if (pieces === 0 || Object.values(to)[0] === undefined) return null
  const from = fromOutletId === undefined ? { fromRegion: lines[0]?.shipperRegion } : { fromOutletId }
  return { kind: 'line' as const, ...from, ...to, pieces, weight, volume }
}
