import { useQuery } from '@tanstack/react-query'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { compareDecimal, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { getCashAccountChoices } from '@xunyun/contract/money/accounts'
import { byDue, equalTo } from '@xunyun/contract/payments/allocate'
import {
  addPayment,
  addReceipt,
  changePayment,
  getOpenCharges,
  getOpenDocuments,
  getPayment,
  type OpenCharge,
  type OpenDocument,
  type PaymentDetail,
} from '@xunyun/contract/payments/calls'
import type { PaymentDirection } from '@xunyun/contract/payments/states'
import type { StoredFile } from '@xunyun/contract/system/files'
import { Checkbox, Form, Input } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { q } from '../../shared/api/query.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { DayInput } from '../../shared/form/DayInput.tsx'
import { FileInput } from '../../shared/form/FileInput.tsx'
import { Field, FormDrawer, FormSection, useFill } from '../../shared/form/FormDrawer.tsx'
import { MoneyInput } from '../../shared/form/inputs.tsx'
import { known, Lookup } from '../../shared/form/Lookup.tsx'
import { serverNow, useRight } from '../../shared/session/session.ts'
import { day } from '../../shared/ui/format.ts'
import { toast } from '../../shared/ui/toasts.ts'
import { type Chosen, nothingChosen, OpenLines, type Party, sentLines } from './OpenLines.tsx'
import { type Payee, PayeeInput } from './PayeeInput.tsx'
import { paymentPaths } from './paths.ts'

type Values = {
  readonly companyId?: number
  readonly waybillNo?: string
  readonly payee?: Payee
  readonly cashAccountId: number
  readonly channel: never
  readonly amount: string
  readonly day: string
  readonly reference?: string
  readonly reason?: string
  readonly lines?: Chosen
  readonly files?: readonly StoredFile[]
  readonly submit?: boolean
}

/** What a form begins with where another page knows the party, and maybe which of its charges, which statement, or how much is meant. */
export type Beginning = Party & {
  readonly chargeIds?: readonly number[]
  readonly statementId?: number
  readonly amount?: string
}
/** As many charges are asked for by their ids. */
const mostMeant = 500
type Props = {
  readonly direction: PaymentDirection
  /** A payment that is changed. */
  readonly id?: number
  readonly from?: Beginning
  readonly onMade?: () => void
  readonly onClose: () => void
}

/** 收款, posted at once; 付款, which goes to review. Below what is typed stands what is open of the party. */
export function PaymentForm({ direction, id, from = {}, onMade, onClose }: Props) {
  const { chargeIds: named, statementId, amount: due, ...party } = from
  const { t } = useTranslation('payments')
  const receive = useAction(addReceipt, { refresh: paymentPaths })
  const pay = useAction(addPayment, { refresh: paymentPaths })
  const change = useAction(changePayment, { refresh: paymentPaths })
  const record = useQuery({ ...q(getPayment, { id: id ?? 0 }), enabled: id !== undefined, staleTime: 0 })
  const papers = useQuery({
    ...q(getOpenDocuments, { companyId: party.companyId ?? 0, direction }),
    enabled: statementId !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  const paper = papers.data?.find((one) => one.kind === 'statement' && one.id === statementId)
  const stated = paper && paper.charges.length <= mostMeant ? paper.charges.map(({ chargeId }) => chargeId) : undefined
  const chargeIds = named ?? stated
  const isAsking = statementId !== undefined && papers.isPending
  const meant = useQuery({
    ...q(getOpenCharges, { direction, ...party, chargeIds }),
    enabled: !isAsking && (chargeIds !== undefined || due !== undefined),
    staleTime: 0,
    gcTime: 0,
  })
  const mayPayEarly = useRight('payEarly').edit
  const isReceipt = direction === 'receipt'
  const begun = isAsking
    ? undefined
    : chargeIds !== undefined
      ? meant.data && onWhole(isReceipt || mayPayEarly, meant.data.charges)
      : due !== undefined
        ? meant.data && onAmount(due, meant.data.charges)
        : { lines: nothingChosen }
  const initial: Partial<Values> | undefined =
    id === undefined
      ? begun && {
          ...(isReceipt ? party : { payee: party }),
          day: day(serverNow()),
          channel: 'bank' as never,
          ...begun,
          ...(isReceipt ? {} : { submit: true }),
        }
      : record.data && valuesOf(record.data)
  const send = async (values: Values, options: { key: string }) => {
    const { payee, lines = nothingChosen, files = [], submit, ...body } = values
    const common = { ...body, lines: sentLines(lines), fileIds: files.map(({ FileID }) => FileID) }
    if (isReceipt) {
      const roundOff = lines.roundOff.filter((chargeId) => lines.amounts[chargeId] !== undefined)
      const { no } = await receive.run({ ...common, roundOff }, options)
      toast.success(t('form.saved', { no }))
      onMade?.()
      return
    }
    const paid = { ...common, companyId: payee?.companyId, driverId: payee?.driverId, submit }
    if (id === undefined) {
      const { no } = await pay.run(paid, options)
      toast.success(t('form.saved', { no }))
      onMade?.()
    } else await change.run({ id, version: record.data?.version ?? 0, ...paid }, options)
  }
  return (
    <FormDrawer<Values>
      name={`${direction}-${id ?? nameOf(from)}`}
      title={id === undefined ? t(`form.${direction}`) : t('form.change', { no: record.data?.no ?? '' })}
      submitLabel={t(isReceipt ? 'form.post' : 'form.save')}
      width={880}
      call={isReceipt ? addReceipt : addPayment}
      initial={initial}
      onSubmit={send}
      onClose={onClose}
    >
      <FormSection>
        {isReceipt ? (
          <>
            <Field name="companyId" label={t('form.party')} required={false}>
              <Lookup call={getCompanyChoices} />
            </Field>
            <Field name="waybillNo" label={t('form.walkIn')} hint={t('form.walkInHint')}>
              <Input />
            </Field>
          </>
        ) : (
          <Field name="payee" label={t('form.payee')} contract={false} span={2}>
            <PayeeInput />
          </Field>
        )}
        <AccountAndChannel record={record.data} />
        <Field name="amount" label={t('column.amount')}>
          <MoneyInput />
        </Field>
        <Field name="day" label={t('column.day')}>
          <DayInput />
        </Field>
        <Field name="reference" label={t('column.reference')}>
          <Input />
        </Field>
        <Field name="reason" label={t('column.reason')}>
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={300} />
        </Field>
      </FormSection>
      <FormSection title={t('form.lines')} columns={1}>
        <Form.Item name="lines" noStyle>
          <Lines
            direction={direction}
            paymentId={id}
            from={chargeIds === undefined ? from : { ...from, chargeIds }}
            paper={chargeIds === stated ? paper : undefined}
          />
        </Form.Item>
      </FormSection>
      <FormSection columns={1}>
        {id === undefined && (
          <Field name="files" label={t('form.files')} contract={false}>
            <FileInput max={5} accept="image/*,application/pdf" />
          </Field>
        )}
        {!isReceipt && (
          <Form.Item name="submit" valuePropName="checked" noStyle>
            <Checkbox>{t('form.submit')}</Checkbox>
          </Form.Item>
        )}
      </FormSection>
    </FormDrawer>
  )
}

const nameOf = ({ chargeIds, statementId }: Beginning): string =>
  statementId !== undefined
    ? `of-statement-${statementId}`
    : chargeIds === undefined
      ? 'new'
      : `of-${chargeIds.join('.')}`

/** An amount that is due, laid on what comes to just that, or by due date. */
const onAmount = (amount: string, charges: readonly OpenCharge[]): Pick<Values, 'lines'> & Partial<Values> => ({
  amount,
  lines: { amounts: equalTo(charges, amount) ?? byDue(charges, amount), roundOff: [] },
})

/** Each charge with what is open of it, and the amount that this comes to; what may not be paid yet is left to be typed. */
function onWhole(mayEarly: boolean, charges: readonly OpenCharge[]): Pick<Values, 'lines'> & Partial<Values> {
  const filled = mayEarly ? charges : charges.filter(({ due }) => due !== null)
  const amount = sumDecimals(
    filled.map(({ open }) => open),
    2,
  )
  const amounts = Object.fromEntries(filled.map(({ chargeId, open }) => [chargeId, open]))
  return { lines: { amounts, roundOff: [] }, ...(compareDecimal(amount, '0') > 0 ? { amount } : {}) }
}

/** The channel is the kind of the account, until somebody chooses another. */
function AccountAndChannel({ record }: { readonly record: PaymentDetail | undefined }) {
  const { t } = useTranslation('payments')
  const fill = useFill()
  const isChosen = useRef(record !== undefined)
  const follow = (chosen: readonly object[]) => {
    const [account] = chosen as readonly { readonly kind?: string }[]
    if (account?.kind !== undefined && !isChosen.current) fill({ channel: account.kind })
  }
  return (
    <>
      <Field name="cashAccountId" label={t('column.accountName')}>
        <Lookup
          call={getCashAccountChoices}
          known={known(record?.cashAccountId, record?.accountName)}
          onChange={(_, chosen) => follow(chosen)}
        />
      </Field>
      <Field name="channel" label={t('column.channel')}>
        <Choice
          type="cashAccountKind"
          allowClear={false}
          onChange={() => {
            isChosen.current = true
          }}
        />
      </Field>
    </>
  )
}

const valuesOf = (one: PaymentDetail): Partial<Values> => ({
  payee: {
    ...(one.companyId === null ? {} : { companyId: one.companyId }),
    ...(one.driverId === null ? {} : { driverId: one.driverId }),
    ...(one.partyName === null ? {} : { payeeName: one.partyName }),
  },
  cashAccountId: one.cashAccountId,
  channel: one.channel as never,
  amount: one.amount,
  day: one.day,
  ...(one.reference === null ? {} : { reference: one.reference }),
  ...(one.reason === null ? {} : { reason: one.reason }),
  lines: {
    amounts: Object.fromEntries(
      one.lines.filter(({ state }) => state === 'planned').map(({ chargeId, amount }) => [chargeId, amount]),
    ),
    roundOff: [],
  },
  submit: true,
})

/** The open charges of whoever is chosen above, over the amount that is typed above. */
function Lines(props: {
  readonly direction: PaymentDirection
  readonly paymentId: number | undefined
  readonly from: Beginning
  readonly paper: OpenDocument | undefined
  readonly value?: Chosen
  readonly onChange?: (chosen: Chosen) => void
}) {
  const form = Form.useFormInstance<Values>()
  const fill = useFill()
  const companyId = Form.useWatch('companyId', form)
  const waybillNo = Form.useWatch('waybillNo', form)
  const payee = Form.useWatch('payee', form)
  const amount = Form.useWatch('amount', form) ?? ''
  const party: Party | undefined =
    props.direction === 'payment'
      ? payee?.companyId !== undefined
        ? { companyId: payee.companyId }
        : payee?.driverId !== undefined
          ? { driverId: payee.driverId }
          : {}
      : companyId !== undefined && companyId !== null
        ? { companyId }
        : waybillNo !== undefined && /^[A-Z0-9-]{6,}$/i.test(waybillNo)
          ? { waybillNo }
          : undefined
  // What was laid on one party's charges is not another's.
  const named = party !== undefined && Object.keys(party).length > 0 ? JSON.stringify(party) : undefined
  const was = useRef(named)
  useEffect(() => {
    if (named === undefined) return
    if (was.current !== undefined && was.current !== named) fill({ lines: nothingChosen })
    was.current = named
  }, [named, fill])
  const isMeant = party !== undefined && isSame(party, props.from)
  return (
    <OpenLines
      direction={props.direction}
      party={party}
      amount={amount}
      paymentId={props.paymentId}
      only={isMeant ? props.from.chargeIds : undefined}
      paper={isMeant ? props.paper : undefined}
      mayRoundOff={props.direction === 'receipt'}
      {...(props.value === undefined ? {} : { value: props.value })}
      onChange={(chosen) => {
        props.onChange?.(chosen)
        fill({ lines: chosen })
      }}
    />
  )
}

const isSame = (a: Party, b: Party) =>
  a.companyId === b.companyId && a.driverId === b.driverId && a.waybillNo === b.waybillNo
