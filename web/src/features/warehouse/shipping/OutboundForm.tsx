import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { isPhone } from '@xunyun/contract/kernel/checks'
import { normalizePhone } from '@xunyun/contract/kernel/text'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import {
  addOutboundNotice,
  changeOutboundNotice,
  getOutboundNotice,
  type OutboundDetail,
} from '@xunyun/contract/warehouse/shipping/notices'
import { Form, Input } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { api, type Sending } from '../../../shared/api/api.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { type FieldMessage, fieldMessages } from '../../../shared/api/fieldErrors.ts'
import { Choice } from '../../../shared/form/Choice.tsx'
import { MomentInput } from '../../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection, useFill } from '../../../shared/form/FormDrawer.tsx'
import { TheirList } from '../../../shared/form/FormFrame.tsx'
import { PhoneInput } from '../../../shared/form/inputs.tsx'
import { Lookup } from '../../../shared/form/Lookup.tsx'
import { RegionPicker } from '../../../shared/form/RegionPicker.tsx'
import { type Cell, filled, type LineDraft } from '../../../shared/goods/goodsLines.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { useSession } from '../../../shared/session/session.ts'
import { dateTime, figure } from '../../../shared/ui/format.ts'
import { toast } from '../../../shared/ui/toasts.ts'
import { PasteLine } from '../../companies/index.ts'
import { OutboundLines } from './OutboundLines.tsx'
import { draftsOf, toOutboundLine } from './outboundLines.ts'
import { outboundPaths } from './paths.ts'
import styles from './Shipping.module.css'

type Values = Omit<Sending<typeof addOutboundNotice>, 'lines'> & { lines: readonly LineDraft[] }
/** A new notice, one to change, or a new one like another. */
export type OutboundOpen = { readonly id: number | null; readonly copy: boolean }

const columns = ['item', 'qty', 'unit', 'batchNo', 'expiry', 'quality'] as const satisfies readonly Cell[]

const valuesOf = (notice: OutboundDetail, copy: boolean): Partial<Values> => ({
  ownerId: notice.ownerId,
  warehouseId: notice.warehouseId,
  type: notice.type as Values['type'],
  consigneeName: notice.consigneeName,
  consigneePhone: notice.consigneePhone,
  consigneeCompany: notice.consigneeCompany ?? undefined,
  regionCode: notice.regionCode ?? undefined,
  address: notice.address,
  carrierId: notice.carrierId ?? undefined,
  // What is told of one order is not true of the next.
  customerOrderNo: copy ? undefined : (notice.customerOrderNo ?? undefined),
  requiredAt: copy ? undefined : (notice.requiredAt ?? undefined),
  remark: notice.remark ?? undefined,
  lines: draftsOf(notice),
})

/** `lines.0.unitQty` as the server names it → the cell of the row that was sent as that. */
function cellErrors(messages: readonly FieldMessage[], rows: readonly number[]): ReadonlyMap<string, string> {
  const cells: Readonly<Record<string, string>> = { itemId: 'item', unitQty: 'qty', expiryAfter: 'expiry' }
  return new Map(
    messages.flatMap(({ name: [root, index, field], errors: [error] }) =>
      root === 'lines' && index !== undefined && field !== undefined && error !== undefined
        ? [[`${rows[Number(index)]}.${cells[String(field)] ?? field}`, error] as const]
        : [],
    ),
  )
}

/** Goods are ordered out: whose, to whom, and line by line what. */
export function OutboundForm({ open: { id, copy }, onClose }: { open: OutboundOpen; onClose: () => void }) {
  const { t } = useTranslation(['warehouse/shipping', 'ui'])
  const client = useQueryClient()
  const language = useLanguage()
  const known = useQuery({
    queryKey: [getOutboundNotice.path, id, 'form'],
    queryFn: ({ signal }) => api(getOutboundNotice, { id: id ?? 0 }, { signal }),
    enabled: id !== null,
    staleTime: 0,
    gcTime: 0,
  })
  const notice = known.data
  const isChange = id !== null && !copy
  const version = useRef<number>(undefined)
  const rows = useRef<number[]>([])
  const [messages, setMessages] = useState<readonly FieldMessage[]>([])
  const add = useAction(addOutboundNotice, { refresh: outboundPaths })
  const change = useAction(changeOutboundNotice, { refresh: outboundPaths, success: t('ui:master.saved') })
  const save = async ({ lines, ...values }: Values, options: { key: string }) => {
    setMessages([])
    const given = filled(lines ?? [])
    rows.current = given.map(({ row }) => row)
    const input = { ...values, lines: given.map(({ line }) => toOutboundLine(line)) } as Sending<
      typeof addOutboundNotice
    >
    try {
      if (isChange && notice)
        await change.run({ ...input, id: notice.id, version: version.current ?? notice.version }, options)
      else toast.success(t('notice.made', { no: (await add.run(input, options)).noticeNo }))
    } catch (error) {
      if (error instanceof ApiError) setMessages(await fieldMessages(error))
      throw error
    }
  }
  const reload = async () => {
    const fresh = await client.fetchQuery({
      queryKey: [getOutboundNotice.path, id, 'form'],
      queryFn: () => api(getOutboundNotice, { id: id ?? 0 }),
      staleTime: 0,
    })
    version.current = fresh.version
    return valuesOf(fresh, false)
  }
  const title = isChange
    ? t('notice.edit', { no: notice?.noticeNo ?? '' })
    : notice
      ? t('notice.copyOf', { no: notice.noticeNo })
      : t('notice.new')
  return (
    <FormDrawer<Values>
      name={isChange ? `outbound-${id}` : id === null ? 'outbound-new' : `outbound-copy-${id}`}
      title={title}
      submitLabel={t(isChange ? 'notice.saveChange' : 'notice.save')}
      call={isChange ? changeOutboundNotice : addOutboundNotice}
      initial={id === null ? { type: 'sale', lines: [] } : notice && valuesOf(notice, copy)}
      width={1080}
      onSubmit={save}
      onReload={isChange ? reload : undefined}
      onClose={onClose}
    >
      <FormSection columns={3}>
        <Field name="ownerId" label={t('field.ownerName')} says={() => notice?.ownerName}>
          <Lookup
            call={getOwnerChoices}
            known={notice && [{ id: notice.ownerId, label: notice.ownerName, hint: null }]}
            allowClear={false}
          />
        </Field>
        <Field name="warehouseId" label={t('field.warehouse')} says={() => notice?.warehouseName}>
          <Lookup
            call={getWarehouseChoices}
            known={notice && [{ id: notice.warehouseId, label: notice.warehouseName, hint: null }]}
            allowClear={false}
          />
        </Field>
        <Field name="type" label={t('field.type')} says={(code: string) => wordFor('outboundType', code, language)}>
          <Choice type="outboundType" allowClear={false} />
        </Field>
        <Field name="customerOrderNo" label={t('field.customerOrderNo')}>
          <Input maxLength={60} />
        </Field>
        <Field
          name="requiredAt"
          label={t('field.requiredAt')}
          says={(at: string | null) => (at === null ? null : dateTime(at))}
        >
          <MomentInput />
        </Field>
        <CarrierField notice={notice} />
      </FormSection>
      <ConsigneeFields />
      <FormSection title={t('lines.title')} hint={t('lines.hint')} columns={1}>
        <div className={styles.wide}>
          <Form.Item name="lines" noStyle>
            <OutboundLines
              errors={cellErrors(messages, rows.current)}
              columns={columns}
              expiryTitle={t('field.expiryAfter')}
            />
          </Form.Item>
          <TheirList<LineDraft>
            name="lines"
            says={({ item, qty, unit }) =>
              `${item?.itemNo ?? ''} × ${figure(qty ?? '')} ${wordFor('unit', unit ?? item?.baseUnit ?? '', language)}`
            }
          />
          {messages.some(({ name }) => name[0] === 'lines' && name.length === 1) && (
            <div className={styles.wrong} role="alert">
              {t('lines.empty')}
            </div>
          )}
        </div>
      </FormSection>
      <FormSection columns={1}>
        <Field name="remark" label={t('field.remark')}>
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}

/** Who carries it: our business, not the owner's. */
function CarrierField({ notice }: { notice: OutboundDetail | undefined }) {
  const { t } = useTranslation('warehouse/shipping')
  const isCustomer = useSession(({ userInfo }) => userInfo?.scope === 'customer')
  if (isCustomer) return null
  return (
    <Field name="carrierId" label={t('field.carrier')} says={() => notice?.carrierName}>
      <Lookup
        call={getCompanyChoices}
        input={{ roles: ['carrier', 'special', 'courier'] }}
        known={notice?.carrierId ? [{ id: notice.carrierId, label: notice.carrierName ?? '', hint: null }] : undefined}
      />
    </Field>
  )
}

/** Who gets the goods: pasted as one line, or typed. */
function ConsigneeFields() {
  const { t } = useTranslation('warehouse/shipping')
  const fill = useFill()
  return (
    <FormSection title={t('field.consigneeName')} columns={3}>
      <div className={styles.wide}>
        <PasteLine
          onParsed={({ name, phone, company, region, address }) =>
            fill(
              Object.fromEntries(
                Object.entries({
                  consigneeName: name,
                  consigneePhone: phone,
                  consigneeCompany: company,
                  regionCode: region,
                  address,
                }).filter(([, value]) => value !== undefined && value !== null && value !== ''),
              ),
            )
          }
        />
      </div>
      <Field name="consigneeName" label={t('field.name')}>
        <Input maxLength={60} />
      </Field>
      <Field
        name="consigneePhone"
        label={t('field.consigneePhone')}
        check={(value: string) => (isPhone(normalizePhone(value)) ? null : t('field.badPhone'))}
      >
        <PhoneInput />
      </Field>
      <Field name="consigneeCompany" label={t('field.consigneeCompany')}>
        <Input maxLength={120} />
      </Field>
      <Field name="regionCode" label={t('field.region')}>
        <RegionPicker />
      </Field>
      <Field name="address" label={t('field.address')} span={2}>
        <Input maxLength={200} />
      </Field>
    </FormSection>
  )
}
