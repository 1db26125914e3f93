import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal, compareTyped, sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { StoredFile } from '@xunyun/contract/system/files'
import { getWaybill, signWaybill, type WaybillDetail } from '@xunyun/contract/waybills/calls'
import { Button, Checkbox, Form, Input, Space } from 'antd'
import { Fragment, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Declined, useAction } from '../../shared/action/useAction.ts'
import { api, type Sending } from '../../shared/api/api.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { MomentInput } from '../../shared/form/DayInput.tsx'
import { FileInput } from '../../shared/form/FileInput.tsx'
import { Field, FormDrawer, FormSection, useFill } from '../../shared/form/FormDrawer.tsx'
import { IntegerInput, MoneyInput } from '../../shared/form/inputs.tsx'
import { i18n } from '../../shared/i18n/i18n.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { serverNow, useRight } from '../../shared/session/session.ts'
import { confirm } from '../../shared/ui/confirm.ts'
import { dotted, money } from '../../shared/ui/format.ts'

type Values = Omit<Sending<typeof signWaybill>, 'id' | 'signed' | 'files'> & {
  readonly signed?: number
  readonly files?: StoredFile[]
}
type Strand = WaybillDetail['strands'][number]

type Signing = {
  /** Which of how many. */
  readonly of?: string | undefined
  readonly onSaved?: () => void
  readonly onClose: () => void
}

/** 签收: what is there is fetched first, because the row may be older than the truck. */
export function SignDrawer({ id, ...rest }: Signing & { id: number }) {
  const detail = useQuery({
    queryKey: [getWaybill.path, 'sign', id],
    queryFn: ({ signal }) => api(getWaybill, { id, no: undefined }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  return detail.data ? <SignForm detail={detail.data} {...rest} /> : null
}

/** One after the other; whoever leaves one unsigned leaves the rest. */
export function SignEach({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const [at, setAt] = useState(0)
  const saved = useRef(false)
  const id = ids[at]
  const next = () => {
    const goesOn = saved.current && at + 1 < ids.length
    saved.current = false
    if (goesOn) setAt(at + 1)
    else onClose()
  }
  if (id === undefined) return null
  return (
    <SignDrawer
      key={id}
      id={id}
      of={ids.length > 1 ? `${at + 1}/${ids.length}` : undefined}
      onSaved={() => {
        saved.current = true
      }}
      onClose={next}
    />
  )
}

/** What is due at the door, each by itself; nothing once pieces were signed. */
const dueOf = ({ wasSigned, freightToCollect, codAmount }: WaybillDetail) =>
  wasSigned ? { freight: '0.00', cod: '0.00' } : { freight: freightToCollect, cod: codAmount }

function SignForm({ detail, of, onSaved, onClose }: Signing & { detail: WaybillDetail }) {
  const { t } = useTranslation('waybills')
  const [first] = detail.strands
  const sign = useAction(signWaybill, {
    success: t('done.sign'),
    refresh: ['/api/Waybills/', '/api/Dispatch/', '/api/W_Track/', '/api/Watch/'],
  })
  return (
    <FormDrawer<Values>
      name={`sign-${detail.id}`}
      title={dotted(t('sign.title', { no: detail.waybillNo }), of)}
      submitLabel={t('act.sign')}
      width={600}
      call={signWaybill}
      initial={{
        from: first?.from,
        signed: first?.pieces,
        signer: detail.consignee.name,
        signedAt: serverNow().toISOString(),
        freightChannel: 'cash',
        codChannel: 'cash',
      }}
      onSubmit={async (values, { key }) => {
        const { files, signed = 0, ...typed } = values
        const { pieces } = detail.strands.find(({ from }) => from === values.from) ?? first ?? { pieces: 0 }
        // More than there are is refused before anybody is asked about money.
        const paid = signed + Number(values.refused ?? 0) > pieces ? {} : await paidOf(values, detail)
        const sending = { ...typed, ...paid, id: detail.id, signed }
        await sign.run({ ...sending, files: files?.map(({ FileID }) => FileID) }, { key })
      }}
      {...(onSaved === undefined ? {} : { onSaved })}
      onClose={onClose}
    >
      <SignFields detail={detail} />
    </FormDrawer>
  )
}

/** Money is not taken as received because a form was sent: somebody types it, or says so. */
async function paidOf({ freight, cod, waive, signed }: Values, detail: WaybillDetail) {
  const due = dueOf(detail)
  const total = sumDecimals([due.freight, due.cod], 2)
  if (freight !== undefined || cod !== undefined || waive === true || compareTyped(total, '0') <= 0 || !signed)
    return {}
  const amount = money(total)
  const all = await confirm({
    title: i18n.t('waybills:sign.askTitle', { amount }),
    text: i18n.t('waybills:sign.askText', { amount }),
    yes: i18n.t('waybills:sign.askYes'),
    no: i18n.t('waybills:sign.askNo'),
    danger: true,
  })
  if (!all) throw new Declined()
  return due
}

type PaidProps = { id?: string; value?: string; onChange?: (amount: string | undefined) => void; due: string }

/** Empty until somebody types what was received, or takes all of it. */
function PaidInput({ due, value, onChange, ...rest }: PaidProps) {
  const { t } = useTranslation('waybills')
  return (
    <Space.Compact block>
      <MoneyInput {...rest} value={value} onChange={onChange} placeholder={money(due)} />
      <Button aria-label={t('sign.fillFull', { amount: money(due) })} onClick={() => onChange?.(due)}>
        {t('sign.full')}
      </Button>
    </Space.Compact>
  )
}

/** Which pieces: those of one trip, or that wait at one outlet. One strand need not be chosen. */
export function StrandField({ strands, pieces }: { strands: readonly Strand[]; pieces: 'signed' | 'pieces' }) {
  const { t } = useTranslation('waybills')
  const form = Form.useFormInstance()
  if (strands.length < 2) return null
  return (
    <Field name="from" label={t('sign.from')} span={2} required>
      <Choice
        options={strands.map((one) => ({
          value: one.from,
          label: t('sign.strand', { name: one.name, count: one.pieces }),
        }))}
        onChange={(from) => {
          form.setFieldValue('from', from)
          form.setFieldValue(pieces, strands.find((one) => one.from === from)?.pieces)
        }}
      />
    </Field>
  )
}

function useChosen(strands: readonly Strand[]): Strand | undefined {
  const from = Form.useWatch('from')
  return strands.find((one) => one.from === from) ?? strands[0]
}

/** How many there are of the strand that is chosen. */
export const useThere = (strands: readonly Strand[]): number => useChosen(strands)?.pieces ?? 0

/** 提货码, or why there is none: one of them is asked. */
function CodeField() {
  const { t } = useTranslation('waybills')
  const form = Form.useFormInstance()
  const fill = useFill()
  const [isWithout, setWithout] = useState(() => form.getFieldValue('noCodeReason') !== undefined)
  const change = (without: boolean) => {
    fill({ pickupCode: undefined, noCodeReason: undefined })
    setWithout(without)
  }
  // The field is not left by it: its complaint would move the link away under the pointer.
  const link = (label: string) => (
    <Button type="link" size="small" onMouseDown={(event) => event.preventDefault()} onClick={() => change(!isWithout)}>
      {label}
    </Button>
  )
  return isWithout ? (
    <Field name="noCodeReason" label={t('sign.noCodeReason')} hint={link(t('sign.hasCode'))} span={2} required>
      <Input autoFocus maxLength={200} />
    </Field>
  ) : (
    <Field name="pickupCode" label={t('sign.pickupCode')} hint={link(t('sign.noCode'))} span={2} required>
      <Input autoFocus inputMode="numeric" maxLength={12} />
    </Field>
  )
}

/** What is asked depends on what is typed: a reason for what is refused, a word on what is missing. */
function SignFields({ detail }: { detail: WaybillDetail }) {
  const { t } = useTranslation('waybills')
  const language = useLanguage()
  const mayWaive = useRight('waiveCollection').edit
  const isWaived = Form.useWatch('waive') === true
  const there = useThere(detail.strands)
  const asksCode = useChosen(detail.strands)?.from.startsWith('pickup:') && detail.pickupCode !== null
  const signed = Number(Form.useWatch('signed') ?? 0)
  const refused = Number(Form.useWatch('refused') ?? 0)
  const left = there - signed - refused
  const isAll = left === 0
  const fill = useFill()
  const due = dueOf(detail)
  const paid = (['freight', 'cod'] as const).filter((part) => compareDecimal(due[part], '0') > 0)
  return (
    <>
      <FormSection title={t('sign.there', { count: there })} columns={2}>
        <StrandField strands={detail.strands} pieces="signed" />
        {asksCode && <CodeField />}
        <Field name="signed" label={t('sign.signed')}>
          <IntegerInput />
        </Field>
        <Field name="damaged" label={t('sign.damaged')}>
          <IntegerInput />
        </Field>
        <Field name="refused" label={t('sign.refused')} hint={signed === 0 ? t('sign.allRefused') : undefined}>
          {/* While all of them are accounted for, what is refused is not signed. */}
          <IntegerInput
            onChange={(next) => isAll && Number(next ?? 0) <= there && fill({ signed: there - Number(next ?? 0) })}
          />
        </Field>
        {refused > 0 && (
          <Field name="refuseReason" label={t('sign.refuseReason')} span={2} required>
            <Input maxLength={200} />
          </Field>
        )}
        {left > 0 && (
          <Field name="shortType" label={t('sign.shortType')} hint={t('sign.short', { count: left })} span={2}>
            <Choice
              options={(['short', 'lost'] as const).map((value) => ({
                value,
                label: wordFor('abnormalType', value, language),
              }))}
              placeholder={t('sign.stays')}
              allowClear
            />
          </Field>
        )}
      </FormSection>
      <FormSection columns={2}>
        <Field name="signer" label={t('sign.signer')}>
          <Input maxLength={60} />
        </Field>
        <Field name="signedAt" label={t('sign.at')}>
          <MomentInput />
        </Field>
        {signed > 0 &&
          paid.map((part) => (
            <Fragment key={part}>
              <Field name={part} label={t(`sign.paid.${part}`)} hint={t('sign.due', { amount: money(due[part]) })}>
                <PaidInput due={due[part]} />
              </Field>
              <Field name={`${part}Channel`} label={t('sign.channel')}>
                <Choice type="payChannel" />
              </Field>
            </Fragment>
          ))}
        {signed > 0 && paid.length > 0 && mayWaive && (
          <Field name="waive" label={t('sign.waive')} valuePropName="checked">
            <Checkbox />
          </Field>
        )}
        {signed > 0 && isWaived && compareTyped(due.freight, '0') > 0 && (
          <Field name="waiveAs" label={t('sign.waiveAs')}>
            <Choice
              options={(detail.customerId === null ? (['writeOff'] as const) : (['customer', 'writeOff'] as const)).map(
                (value) => ({ value, label: t(`sign.waived.${value}`) }),
              )}
              placeholder={t(`sign.waived.${detail.customerId === null ? 'writeOff' : 'customer'}`)}
              allowClear
            />
          </Field>
        )}
        <Field name="files" label={t('sign.photos')} span={2} contract={false}>
          <FileInput max={5} accept="image/*" />
        </Field>
      </FormSection>
    </>
  )
}
