import { useQuery } from '@tanstack/react-query'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { addInvoice, changeInvoice, getInvoiceables, getInvoiceSellers } from '@xunyun/contract/invoices/calls'
import { getProfiles, type ProfileRow } from '@xunyun/contract/invoices/profiles'
import { Button, Checkbox, Form, Input, Space } from 'antd'
import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../../shared/action/useAction.ts'
import { api } from '../../shared/api/api.ts'
import { q } from '../../shared/api/query.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { Field, FormSection, useSaveKey } from '../../shared/form/FormDrawer.tsx'
import { FormFrame } from '../../shared/form/FormFrame.tsx'
import { PhoneInput } from '../../shared/form/inputs.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { useForm } from '../../shared/form/useForm.ts'
import { useLeftOut } from '../../shared/form/useLeftOut.tsx'
import { useOpen } from '../../shared/form/waiting.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useRight } from '../../shared/session/session.ts'
import { useTab } from '../../shared/tabs/useTab.ts'
import { late } from '../../shared/ui/late.tsx'
import { toast } from '../../shared/ui/toasts.ts'
import { ApplyPanel } from './ApplyPanel.tsx'
import { ApplySource, type Asked } from './ApplySource.tsx'
import { gapsOf } from './applyGaps.ts'
import { inputOf, reckoned, routesFor, sellerOf, taken, type Values } from './applyLines.ts'
import styles from './Invoices.module.css'
import { PartGrid } from './PartGrid.tsx'
import { invoicePaths } from './paths.ts'
import { RouteGrid } from './RouteGrid.tsx'

const ProfileForm = late(() => import('./ProfileForm.tsx').then((file) => file.ProfileForm))

export type Made = { readonly no: string; readonly submitted: boolean }
type Props = {
  readonly id: number | null
  /** Of one that is changed. */
  readonly no: string
  readonly version: number
  readonly initial: Values
  /** What is offered at once; not given: nothing. */
  readonly begin?: Asked | undefined
  readonly head: ReactNode
  readonly onMade: (made: Made) => void
}

/** Charges, the title and how lines are merged, and where freight went; sent to review, or kept as a draft. */
export function ApplyForm({ id, no, version, initial, begin, head, onMade }: Props) {
  const { t } = useTranslation(['invoices', 'ui'])
  const language = useLanguage()
  const tab = useTab()
  const mayAddProfile = useRight('billing').edit
  /** Of whom a title is added beside it. */
  const [adding, setAdding] = useOpen<number>()
  const submitting = useRef(true)
  const made = useRef<Made | null>(null)
  const leftOut = useLeftOut()
  const commands = useCommands(invoicePaths)
  const state = useForm<Values>({
    name: id === null ? 'invoice-new' : `invoice-${id}`,
    initial,
    call: id === null ? addInvoice : changeInvoice,
    onSubmit: async (values, { key }) => {
      const input = inputOf(values, submitting.current)
      const saved =
        id === null
          ? await commands.run(addInvoice, input, { key })
          : await commands.run(changeInvoice, { ...input, id, version }, { key })
      const now = { no: 'no' in saved ? saved.no : no, submitted: submitting.current }
      toast.success(t(now.submitted ? 'apply.submitted' : 'apply.kept', { no: now.no }))
      made.current = now
      leftOut.clear()
    },
    onSaved: () => made.current && onMade(made.current),
  })
  const { form } = state
  const parts: Values['parts'] = Form.useWatch('parts', { form, preserve: true }) ?? []
  const merge: NonNullable<Values['merge']> = Form.useWatch('merge', { form, preserve: true }) ?? 'waybill'
  const said = (Form.useWatch([], { form, preserve: true }) as Partial<Values> | undefined) ?? {}
  const customerId = said.customerId == null ? undefined : Number(said.customerId)
  const sellerId = said.sellerId == null ? undefined : Number(said.sellerId)
  const profile = useProfiles(customerId).find(({ id }) => id === said.profileId)
  const { data: sellers } = useQuery(q(getInvoiceSellers, {}))
  const set = (next: Partial<Values>) => {
    const now = { parts, merge, ...next }
    const routes = routesFor(now.parts, now.merge, form.getFieldValue('routes') ?? [])
    const all = { ...next, routes }
    form.setFieldsValue(all as never)
    state.onChange(all as never)
  }
  const take = async (input: Asked) => {
    const found = await api(getInvoiceables, input)
    const had: Values['parts'] = form.getFieldValue('parts') ?? []
    const by = sellerOf(form.getFieldValue('sellerId'), had, found)
    const isTheirs = (offer: (typeof found)[number]) => offer.problem === null && offer.sellerId !== by
    // What was named is meant; of everything that is open a line of nothing would have the whole refused.
    const isNamed = input.numbers !== undefined || input.chargeIds !== undefined
    const next = taken(
      had,
      found.filter((offer) => !isTheirs(offer)),
      isNamed ? undefined : merge,
    )
    leftOut.tell(
      [
        ...next.left.map(({ waybillNo, feeItem, problem }) => ({
          cells: [waybillNo ?? '', wordFor('feeItem', feeItem, language)],
          why: problem ?? t('apply.nothing'),
        })),
        ...found.filter(isTheirs).map(({ waybillNo, feeItem, sellerName }) => ({
          cells: [waybillNo ?? '', wordFor('feeItem', feeItem, language)],
          why: t('apply.otherSeller', { name: sellerName }),
        })),
        ...(input.numbers ?? [])
          .filter((no) => !found.some(({ waybillNo }) => waybillNo === no))
          .map((no) => ({ cells: [no], why: t('apply.unknown') })),
      ],
      next.parts.length > had.length,
    )
    if (input.numbers === undefined && found.length === 0) toast.info(t('apply.noneFound'))
    set({ parts: next.parts, sellerId: by })
  }
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || begin === undefined || (form.getFieldValue('parts') ?? []).length > 0) return
    begun.current = true
    void take(begin).catch(() => undefined)
  })
  const only = sellers?.length === 1 ? sellers[0]?.id : undefined
  useEffect(() => {
    if (only !== undefined && form.getFieldValue('sellerId') === undefined)
      form.setFieldsValue({ sellerId: only } as never)
  })
  const save = (submit: boolean) => {
    if (parts.length === 0) return
    submitting.current = submit
    state.submit()
  }
  useSaveKey(tab.visible && adding === null, () => save(true))
  const lines = reckoned(parts, merge)
  return (
    <div className={styles.page}>
      <div className={styles.body}>
        <h1 className={styles.title}>{id === null ? t('apply.title') : t('apply.change')}</h1>
        {head}
        <FormFrame state={state}>
          <div className={styles.columns}>
            <div className={styles.main}>
              <FormSection title={t('apply.charges')}>
                <Field name="customerId" label={t('column.customer')} hint={t('apply.walkInHint')}>
                  <CustomerInput
                    disabled={id !== null}
                    onChosen={(chosen) =>
                      set({ parts: [], profileId: undefined, ...(chosen === undefined ? { type: 'ordinary' } : {}) })
                    }
                  />
                </Field>
                <Field name="sellerId" label={t('column.seller')} required>
                  <SellerInput
                    onChosen={(chosen) => set({ parts: parts.filter(({ sellerId }) => sellerId === chosen) })}
                  />
                </Field>
                <ApplySource
                  customerId={customerId}
                  onTake={(asked) => take({ customerId, ...asked, ...('numbers' in asked ? {} : { sellerId }) })}
                  onClear={parts.length > 0 ? () => set({ parts: [] }) : undefined}
                />
              </FormSection>
              {leftOut.list}
              <div className={styles.grid}>
                <Form.Item name="parts" noStyle>
                  <PartGrid onParts={(next) => set({ parts: next })} />
                </Form.Item>
              </div>
              <FormSection title={t('apply.lines')}>
                <Field name="type" label={t('column.type')}>
                  <Choice type="invoiceType" allowClear={false} />
                </Field>
                {customerId === undefined ? (
                  <>
                    <Field name="title" label={t('column.title')} required>
                      <Input />
                    </Field>
                    <Field name="taxNo" label={t('column.taxNo')}>
                      <Input maxLength={18} />
                    </Field>
                  </>
                ) : (
                  <ProfileField
                    customerId={customerId}
                    onNew={mayAddProfile ? () => setAdding(customerId) : undefined}
                  />
                )}
                <Field name="merge" label={t('apply.merge')}>
                  <MergeInput onChosen={(next) => set({ merge: next })} />
                </Field>
              </FormSection>
              {lines.some(({ freight }) => freight) && (
                <div className={styles.grid}>
                  <Form.Item name="routes" noStyle>
                    <RouteGrid lines={lines} />
                  </Form.Item>
                </div>
              )}
              <FormSection title={t('apply.receiving')}>
                <Field name="recipient" label={t('profile.recipient')}>
                  <Input placeholder={t('apply.asProfile')} />
                </Field>
                <Field name="mobile" label={t('profile.mobile')}>
                  <PhoneInput placeholder={t('apply.asProfile')} />
                </Field>
                <Field name="email" label={t('profile.email')}>
                  <Input inputMode="email" placeholder={t('apply.asProfile')} />
                </Field>
                <Field name="withList" label={t('apply.withList')} valuePropName="checked">
                  <Checkbox />
                </Field>
                <Field name="remark" label={t('detail.remark')} span={2}>
                  <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={200} />
                </Field>
              </FormSection>
            </div>
            <ApplyPanel lines={lines} parts={parts} gaps={gapsOf({ ...said, parts }, lines, profile)} />
          </div>
        </FormFrame>
      </div>
      <div className={styles.bar}>
        <Button
          type="primary"
          data-commit
          loading={state.busy}
          disabled={parts.length === 0}
          onClick={() => save(true)}
        >
          {t('act.submit')}
        </Button>
        <Button disabled={state.busy || parts.length === 0} onClick={() => save(false)}>
          {t('apply.draft')}
        </Button>
      </div>
      {adding !== null && (
        <ProfileForm
          profile={null}
          companyId={adding}
          onAdded={(profileId) => adding === customerId && set({ profileId })}
          onClose={() => setAdding(null)}
        />
      )}
    </div>
  )
}

type Chosen<V> = {
  readonly id?: string
  readonly value?: V
  readonly onChange?: (value: V | undefined) => void
  readonly onChosen: (value: V | undefined) => void
}
function CustomerInput({ onChange, onChosen, ...rest }: Chosen<number> & { disabled: boolean }) {
  const { t } = useTranslation('ui')
  return (
    <Lookup
      {...rest}
      call={getCompanyChoices}
      input={{ roles: ['customer', 'owner', 'settle'] }}
      placeholder={t('form.choose')}
      onChange={(next) => {
        onChange?.(next ?? undefined)
        onChosen(next ?? undefined)
      }}
    />
  )
}
/** Who bills (开票方); without one the charges say it. */
function SellerInput({ onChange, onChosen, ...rest }: Chosen<number>) {
  const { t } = useTranslation('invoices')
  return (
    <Lookup
      {...rest}
      call={getInvoiceSellers}
      placeholder={t('apply.sellerHint')}
      onChange={(next) => {
        onChange?.(next ?? undefined)
        onChosen(next ?? undefined)
      }}
    />
  )
}
function MergeInput({ onChange, onChosen, ...rest }: Chosen<NonNullable<Values['merge']>>) {
  return (
    <Choice
      {...rest}
      type="invoiceMerge"
      allowClear={false}
      onChange={(next: NonNullable<Values['merge']>) => {
        onChange?.(next)
        onChosen(next)
      }}
    />
  )
}

/** The customer's titles, its default first. */
function useProfiles(customerId: number | undefined) {
  const { data } = useQuery({
    ...q(getProfiles, { companyId: customerId, tab: 'enabled' }),
    enabled: customerId !== undefined,
  })
  return [...(data?.rows ?? [])].sort((a, b) => Number(b.isDefault) - Number(a.isDefault))
}
type ProfileProps = { readonly customerId: number; readonly onNew: (() => void) | undefined }
function ProfileField({ customerId, onNew }: ProfileProps) {
  const { t } = useTranslation('invoices')
  const form = Form.useFormInstance()
  const rows = useProfiles(customerId)
  const [first] = rows
  const chosen = Form.useWatch<number | undefined>('profileId', form)
  if (first !== undefined && chosen === undefined) setTimeout(() => form.setFieldValue('profileId', first.id))
  return (
    <Field name="profileId" label={t('column.title')} required>
      <ProfileInput rows={rows} onNew={onNew} />
    </Field>
  )
}
type ProfileInputProps = Omit<Chosen<number>, 'onChosen'> & {
  readonly rows: readonly ProfileRow[]
  readonly onNew: (() => void) | undefined
}
/** A customer without a title gets one here, and what is typed stays. */
function ProfileInput({ rows, onNew, ...rest }: ProfileInputProps) {
  const { t } = useTranslation(['invoices', 'ui'])
  const choice = (
    <Choice
      {...rest}
      className={styles.choice}
      placeholder={t('ui:form.choose')}
      options={rows.map(({ id, title, taxNo }) => ({ value: id, label: [title, taxNo].filter(Boolean).join(' · ') }))}
    />
  )
  if (onNew === undefined) return choice
  return (
    <Space.Compact block>
      {choice}
      <Button
        aria-label={t('profile.new')}
        title={t('profile.new')}
        icon={<Plus size={14} strokeWidth={1.75} />}
        onClick={onNew}
      />
    </Space.Compact>
  )
}
