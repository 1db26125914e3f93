import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { codes, wordFor } from '@xunyun/contract/dictionary'
import { convertPhoneOrder } from '@xunyun/contract/mobileOrders/calls'
import { getUsers } from '@xunyun/contract/system/calls'
import {
  changeWaybill,
  createWaybill,
  getWaybill,
  placeWaybills,
  requestChange,
  type WaybillDetail,
} from '@xunyun/contract/waybills/calls'
import { type AgreedPart, methodsFor } from '@xunyun/contract/waybills/payments'
import { Button, Checkbox, Dropdown, Form, Input, Segmented } from 'antd'
import { Ellipsis } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../paths.ts'
import { ReasonDialog } from '../../shared/action/ReasonDialog.tsx'
import { Declined, useAction } from '../../shared/action/useAction.ts'
import { useBatch } from '../../shared/action/useBatch.ts'
import { useRefresh } from '../../shared/action/useRefresh.ts'
import { api, report } from '../../shared/api/api.ts'
import { ApiError } from '../../shared/api/errors.ts'
import type { FieldMessage } from '../../shared/api/fieldErrors.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { DayInput, MomentInput } from '../../shared/form/DayInput.tsx'
import { goToPart } from '../../shared/form/enter.ts'
import { useSaveKey } from '../../shared/form/FormDrawer.tsx'
import { Field, FormFrame, FormSection, TheirList } from '../../shared/form/FormFrame.tsx'
import { fetchSpelling } from '../../shared/form/fits.ts'
import { DecimalInput, IntegerInput, MoneyInput } from '../../shared/form/inputs.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { PaymentsEditor } from '../../shared/form/PaymentsEditor.tsx'
import { useForm } from '../../shared/form/useForm.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { type KeyGroup, useShortcut } from '../../shared/keys/keys.ts'
import { readDraft, writeDraft } from '../../shared/session/drafts.ts'
import { useRight, useSession } from '../../shared/session/session.ts'
import { useTab } from '../../shared/tabs/useTab.ts'
import { toast } from '../../shared/ui/toasts.ts'
import { useIsPhone } from '../../shared/ui/useDevice.ts'
import type { ToPrint } from '../printing/index.ts'
import { DestinationField } from './DestinationField.tsx'
import { GoodsGrid } from './GoodsGrid.tsx'
import { filled, type GoodsDraft, totals, withUnit } from './goods.ts'
import { LivePrice } from './LivePrice.tsx'
import { OutletField } from './OutletField.tsx'
import { PartyFields } from './PartyFields.tsx'
import { ServiceTiles } from './ServiceTiles.tsx'
import { SumsPanel } from './SumsPanel.tsx'
import { inputOf, type KeptValues, keptOf, type TaskValues, valuesOf } from './taskValues.ts'
import { useCustomerTerms, useFollowing } from './useCustomerTerms.ts'
import styles from './Waybills.module.css'

type Props = {
  initial: TaskValues
  editing?: WaybillDetail
  /** The phone order that becomes this waybill. */
  order?: { readonly id: number; readonly orderNo: string; readonly payMethod: string | null }
  onNext: (placed: JustPlaced | null, kept: KeptValues) => void
  /** Empty because the waybill before it was placed. */
  isNext?: boolean
}
/** A waybill that was placed as a new one. */
export type JustPlaced = ToPrint & {
  /** 开单并打印: its paper is wanted at once. */
  readonly print: boolean
}

const refresh = ['/api/Waybills/', '/api/Dispatch/']
const nextPart: KeyGroup = {
  title: 'ui:keys.form',
  shortcuts: [{ keys: 'mod+ArrowDown', label: 'ui:keys.nextPart' }],
}
const partBefore: KeyGroup = {
  title: 'ui:keys.form',
  shortcuts: [{ keys: 'mod+ArrowUp', label: 'ui:keys.partBefore' }],
}
/** Where the last waybill's content is kept for 套用上一票. */
const lastTab = 'last-waybill'

export function TaskForm({ initial, editing, order, onNext, isNext = false }: Props) {
  const { t } = useTranslation(['waybills', 'mobileOrders'])
  const navigate = useNavigate()
  const tab = useTab()
  const userId = useSession((session) => session.userInfo?.UserID ?? 0)
  const create = useAction(createWaybill, { refresh })
  const convert = useAction(convertPhoneOrder, { refresh: [...refresh, '/api/PhoneOrders/'] })
  const change = useAction(changeWaybill, { refresh })
  const placeDraft = useBatch(placeWaybills, { title: t('done.place'), refresh })
  const [version, setVersion] = useState(editing?.version ?? 0)
  const intent: { place: boolean; print: boolean; placed: JustPlaced | null; kept: KeptValues } = {
    place: true,
    print: false,
    placed: null,
    kept: {},
  }
  const mayPrint = useRight('printDocuments').browse
  const refreshPaths = useRefresh()
  const request = useAction(requestChange, { refresh: [...refresh, '/api/Approvals/'] })
  const [asking, setAsking] = useState<{
    readonly input: ReturnType<typeof inputOf>
    readonly done: (sent: boolean) => void
  } | null>(null)

  const isCustomer = useSession((session) => session.userInfo?.scope === 'customer')
  const terms = useCustomerTerms({
    fields: ['payMethod', 'salesmanId', 'shipper'],
    given: order && order.payMethod !== null ? ['payMethod'] : [],
    atStart: editing === undefined && (order ? initial.customerId !== undefined : isCustomer),
    initial,
  })

  const send = async (typed: TaskValues, key: string) => {
    await terms.settled()
    const values = { ...typed, ...(form.form.getFieldsValue(true) as TaskValues) }
    const input = inputOf(values)
    if (editing) {
      const saved = await changed(input, editing, key)
      if (saved !== null) setVersion(saved.version)
      if (saved === null) toast.success(t('change.sent'))
      else if (editing.state === 'draft' && intent.place) await placeDraft.run({ ids: [editing.id] })
      else toast.success(t('task.changed', { no: editing.waybillNo }))
      tab.close()
      void navigate(pathTo('waybill', { no: editing.waybillNo }))
      return
    }
    const whole = { ...input, waybillNo: values.waybillNo, place: intent.place }
    const { id, waybillNo } = order
      ? await convert.run({ ...whole, phoneOrderId: order.id }, { key })
      : await create.run(whole, { key })
    if (order) toast.success(t('mobileOrders:form.done', { no: order.orderNo, waybillNo }))
    else if (!intent.place) toast.success(t('task.drafted', { no: waybillNo }))
    else {
      const { pieces } = totals(filled(values.goods ?? []))
      intent.placed = { id, no: waybillNo, pieces, print: intent.print }
    }
    intent.kept = keptOf(values)
    writeDraft(userId, lastTab, 'form', { ...values, customerNo: undefined, waybillNo: undefined })
  }
  /** Null: the price is agreed with the customer, and the change was sent to review instead. */
  const changed = async (input: ReturnType<typeof inputOf>, waybill: WaybillDetail, key: string) => {
    if (waybill.priceState !== 'confirmed') return change.run({ ...input, id: waybill.id, version }, { key })
    try {
      const saved = await api(changeWaybill, { ...input, id: waybill.id, version }, { key, quiet: true })
      void refreshPaths(refresh)
      return saved
    } catch (error) {
      if (!(error instanceof ApiError) || error.reason !== 'waybills.priceConfirmed') {
        report(error, {})
        throw error
      }
      if (!(await new Promise<boolean>((done) => setAsking({ input, done })))) throw new Declined()
      return null
    }
  }
  const form = useForm<TaskValues>({
    name: editing ? `waybill-${editing.id}` : order ? `waybill-order-${order.id}` : 'waybill-new',
    initial,
    onSubmit: (values, { key }) =>
      send(values, key).catch((error: unknown) => {
        terms.refused(error)
        throw error
      }),
    ...(editing ? {} : { onSaved: () => onNext(intent.placed, intent.kept) }),
    onReload:
      editing &&
      (async () => {
        const now = await api(getWaybill, { id: editing.id, no: undefined })
        setVersion(now.version)
        return valuesOf(now, false)
      }),
  })
  const state = useFollowing(terms, form)
  const save = (place: boolean, print = false) => {
    intent.place = place
    intent.print = print
    state.submit()
  }
  useSaveKey(tab.visible, () => {
    // Pressed once more by a fast hand it is not meant for the empty form.
    if (!isNext || state.dirty) save(!editing || editing.state === 'draft')
  })
  const body = useRef<HTMLDivElement>(null)
  useShortcut(nextPart, () => goToPart(body.current, 1), tab.visible)
  useShortcut(partBefore, () => goToPart(body.current, -1), tab.visible)
  // A hand that types initials is faster than their dictionary.
  useEffect(fetchSpelling, [])
  const { setTitle } = tab
  useEffect(() => {
    if (order) setTitle(t('mobileOrders:form.tab', { no: order.orderNo }))
    else
      setTitle(
        editing ? t(editing.state === 'draft' ? 'task.drafting' : 'task.editing', { no: editing.waybillNo }) : null,
      )
  }, [setTitle, editing, order, t])

  const useLast = () => {
    const last = readDraft<TaskValues>(userId, lastTab, 'form')
    if (!last) return
    const values = { ...last, bizDate: state.form.getFieldValue('bizDate') } as Partial<TaskValues>
    state.form.setFieldsValue(values as never)
    state.onChange(values)
  }
  const isPhone = useIsPhone()
  const isNew = editing === undefined
  const isDraft = editing?.state === 'draft'
  const others: OtherAct[] = [
    ...(isNew || isDraft
      ? [{ key: 'draft', label: t('task.saveDraft'), disabled: state.busy, framed: true, onClick: () => save(false) }]
      : []),
    ...(isNew && !order ? [{ key: 'last', label: t('task.useLast'), onClick: useLast }] : []),
    ...(isNew ? [{ key: 'clear', label: t('task.clear'), disabled: !state.dirty, onClick: state.startOver }] : []),
  ]

  return (
    <>
      <div ref={body} className={styles.taskBody}>
        <FormFrame state={state}>
          <BasicFields
            isNew={isNew}
            places={isNew || isDraft}
            priced={!isNew && !isDraft}
            standing={
              editing ? [editing.payMethod, ...(editing.payments ?? []).map(({ method }) => method)] : undefined
            }
            messages={state.messages}
          />
        </FormFrame>
      </div>
      <div className={styles.actionBar}>
        <Button type="primary" data-commit loading={state.busy} onClick={() => save(isNew || isDraft)}>
          {isNew || isDraft ? t('task.place') : t('task.saveChanges')}
          {!isPhone && <kbd className={styles.key}>Ctrl S</kbd>}
        </Button>
        {isNew && !order && mayPrint && (
          <Button disabled={state.busy} onClick={() => save(true, true)}>
            {t('task.placeAndPrint')}
          </Button>
        )}
        {isPhone ? <More acts={others} /> : others.map(({ key, ...act }) => <Other key={key} {...act} />)}
      </div>
      {asking && editing && (
        <ReasonDialog
          title={t('change.title', { no: editing.waybillNo })}
          text={t('change.text')}
          label={t('change.reason')}
          yes={t('change.send')}
          maxLength={300}
          onSubmit={async (reason) => {
            await request.run({ ...asking.input, id: editing.id, version, reason } as never)
            asking.done(true)
          }}
          onClose={() => {
            asking.done(false)
            setAsking(null)
          }}
        />
      )}
    </>
  )
}

function BasicFields({
  isNew,
  places,
  priced,
  standing,
  messages,
}: {
  isNew: boolean
  places: boolean
  /** Fees are the price's own page's to change. */
  priced: boolean
  /** How it has been agreed that it is paid. */
  standing: readonly string[] | undefined
  messages: readonly FieldMessage[]
}) {
  const { t } = useTranslation('waybills')
  const isPhone = useIsPhone()
  const language = useLanguage()
  const isCustomer = useSession((session) => session.userInfo?.scope === 'customer')
  const form = Form.useFormInstance<TaskValues>()
  const carriage = Form.useWatch('carriage', form)
  const payMethod = Form.useWatch('payMethod', form)
  const customerId = Form.useWatch('customerId', form)
  const methods = methodsFor(!isCustomer && customerId === undefined, standing)
  // A number that came back with a draft is shown, or it would be sent unseen.
  const [typing, setTyping] = useState(() => Boolean(form.getFieldValue('waybillNo')))
  const segments = (type: 'carriage' | 'pickupWay' | 'deliveryWay') =>
    codes(type).map((code) => ({ value: code, label: wordFor(type, code, language) }))
  return (
    <div className={priced ? undefined : styles.withSums}>
      <div>
        <FormSection
          title={t('task.basic')}
          hint={
            isNew && !typing ? (
              <>
                {t('task.numberHint')}{' '}
                <Button type="link" size="small" className={styles.inlineLink} onClick={() => setTyping(true)}>
                  {t('task.typeNumber')}
                </Button>
              </>
            ) : undefined
          }
          columns={3}
        >
          {typing && (
            <Field name="waybillNo" label={t('column.waybillNo')}>
              <Input maxLength={30} autoFocus />
            </Field>
          )}
          {!isCustomer && (
            <Field name="customerId" label={t('column.customer')}>
              <Lookup
                call={getCompanyChoices}
                input={{ roles: ['customer', 'owner'] }}
                allowClear
                placeholder={t('task.customerHint')}
              />
            </Field>
          )}
          <Field name="customerNo" label={t('column.customerNo')}>
            <Input maxLength={60} />
          </Field>
          <Field name="bizDate" label={t('column.bizDate')} required>
            <DayInput />
          </Field>
          <Field name="transMode" label={t('column.transMode')}>
            <Choice type="transMode" />
          </Field>
          <Field name="serviceType" label={t('column.serviceType')}>
            <Choice type="serviceType" />
          </Field>
          <Field name="carriage" label={t('column.carriage')}>
            <Segmented options={segments('carriage')} />
          </Field>
          {carriage === 'full' && (
            <>
              <Field name="vehicleModel" label={t('column.vehicleModel')}>
                <Choice type="vehicleModel" />
              </Field>
              <Field name="km" label={t('column.km')}>
                <DecimalInput places={1} suffix="km" />
              </Field>
            </>
          )}
          <Field name="pickupWay" label={t('column.pickupWay')}>
            <Segmented options={segments('pickupWay')} />
          </Field>
          <Field name="planPickup" label={t('column.planPickup')}>
            <MomentInput />
          </Field>
          <Field name="receiptRequirement" label={t('column.receiptRequirement')}>
            <Choice type="receiptRequirement" />
          </Field>
          <Field name="deliveryWay" label={t('column.deliveryWay')} required>
            <Choice type="deliveryWay" />
          </Field>
          <Field name="planArrive" label={t('column.planArrive')}>
            <MomentInput />
          </Field>
          <Field name="receiptCopies" label={t('column.receiptCopies')}>
            <IntegerInput />
          </Field>
          <OutletField isNew={isNew} />
          <DestinationField />
          {!isCustomer && (
            <Field name="salesmanId" label={t('column.salesman')}>
              <Lookup call={getUsers} allowClear />
            </Field>
          )}
          <Form.Item label={t('task.flags')}>
            <Form.Item name="urgent" valuePropName="checked" noStyle>
              <Checkbox>{t('column.urgent')}</Checkbox>
            </Form.Item>
            {!isCustomer && (
              <Form.Item name="hold" valuePropName="checked" noStyle>
                <Checkbox>{t('column.hold')}</Checkbox>
              </Form.Item>
            )}
          </Form.Item>
        </FormSection>
        <div className={styles.parties}>
          <PartyFields side="shipper" />
          <PartyFields side="consignee" />
        </div>
        <FormSection title={t('task.goods')} hint={isPhone ? undefined : t('task.goodsHint')} columns={1}>
          <Form.Item name="goods" noStyle>
            <GoodsGrid errors={goodsErrors(messages)} />
          </Form.Item>
          <TheirList<GoodsDraft> name="goods" says={(line) => `${line.name ?? ''} × ${line.pieces ?? ''}`} />
          <GoodsMessage messages={messages} />
        </FormSection>
        <FormSection title={t('task.services')} columns={1}>
          <Form.Item name="services" noStyle>
            <ServiceTiles errors={listErrors(messages, 'services')} />
          </Form.Item>
        </FormSection>
        <LivePrice mayType={!isCustomer && !priced} errors={listErrors(messages, 'charges')} />
        <FormSection title={t('task.payment')} columns={3}>
          <Field name="payMethod" label={t('column.payMethod')} required>
            <Choice type="payMethod" only={[...methods, 'split']} />
          </Field>
          <Field name="codAmount" label={withUnit('codAmount', t('column.codAmount'))}>
            <MoneyInput />
          </Field>
          {payMethod === 'split' && (
            <Field name="payments" label={t('column.payments')} span={3}>
              <PaymentsEditor methods={methods} errors={listErrors(messages, 'payments')} />
            </Field>
          )}
          <TheirList<AgreedPart>
            name="payments"
            says={(part) => `${wordFor('payMethod', part.method, language)} ${part.amount ?? ''}`}
          />
        </FormSection>
        <FormSection title={t('task.remarks')} columns={2}>
          {!isCustomer && (
            <Field name="remarkInternal" label={t('column.remarkInternal')}>
              <Input.TextArea
                autoSize={{ minRows: 1, maxRows: 4 }}
                maxLength={500}
                placeholder={t('task.remarkInternal')}
              />
            </Field>
          )}
          <Field name="remarkCustomer" label={t('column.remarkCustomer')}>
            <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} />
          </Field>
        </FormSection>
        {places && <After />}
      </div>
      {!priced && <SumsPanel />}
    </div>
  )
}

type OtherAct = {
  readonly key: string
  readonly label: string
  readonly disabled?: boolean
  readonly framed?: boolean
  readonly onClick: () => void
}

const Other = ({ label, disabled, framed, onClick }: Omit<OtherAct, 'key'>) => (
  <Button type={framed ? 'default' : 'text'} disabled={disabled} onClick={onClick}>
    {label}
  </Button>
)

/** On a phone they would take as much room as the form. */
function More({ acts }: { acts: readonly OtherAct[] }) {
  const { t } = useTranslation('ui')
  if (acts.length === 0) return null
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: acts.map(({ key, label, disabled }) => ({ key, label, disabled })),
        onClick: ({ key }) => acts.find((act) => act.key === key)?.onClick(),
      }}
    >
      <Button aria-label={t('list.more')} icon={<Ellipsis size={16} strokeWidth={1.75} />} />
    </Dropdown>
  )
}

/** What comes of it once it is placed. */
function After() {
  const { t } = useTranslation('waybills')
  const goods = Form.useWatch('goods', Form.useFormInstance<TaskValues>())
  const { pieces } = totals(filled(goods ?? []))
  return pieces > 0 && <p className={styles.after}>{t('task.after', { count: pieces })}</p>
}

/** `goods.0.pieces` → what is wrong there. A size is one cell of three fields. */
function goodsErrors(messages: readonly FieldMessage[]): ReadonlyMap<string, string> {
  return new Map(
    messages.flatMap(({ name, errors }) => {
      const [root, row, field] = name
      if (root !== 'goods' || row === undefined || field === undefined || !errors[0]) return []
      return [[`${row}.${String(field).endsWith('Cm') ? 'size' : field}`, errors[0]] as const]
    }),
  )
}

/** `services.0.type` → what is wrong with that line. */
const listErrors = (messages: readonly FieldMessage[], list: string): ReadonlyMap<number, string> =>
  new Map(
    messages.flatMap(({ name, errors }) =>
      name[0] === list && name[1] !== undefined && errors[0] ? [[Number(name[1]), errors[0]] as const] : [],
    ),
  )

function GoodsMessage({ messages }: { messages: readonly FieldMessage[] }) {
  const whole = messages.find(({ name }) => name[0] === 'goods' && name.length === 1)
  return whole?.errors[0] ? (
    <div className={styles.wrong} role="alert">
      {whole.errors[0]}
    </div>
  ) : null
}
