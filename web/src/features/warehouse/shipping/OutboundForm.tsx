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
import { useTranslation } from 'react-i18next'
import { api, type Sending } from '../../../shared/api/api.ts'
import { Choice } from '../../../shared/form/Choice.tsx'
import { MomentInput } from '../../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection, useFill } from '../../../shared/form/FormDrawer.tsx'
import { TheirList } from '../../../shared/form/FormFrame.tsx'
import { PhoneInput } from '../../../shared/form/inputs.tsx'
import { known, Lookup } from '../../../shared/form/Lookup.tsx'
import { RegionPicker } from '../../../shared/form/RegionPicker.tsx'
import { useRecordForm } from '../../../shared/form/useRecordForm.ts'
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

/** What is told of one order is not true of the next. */
const ofOne = { customerOrderNo: undefined, requiredAt: undefined }

/** Goods are ordered out: whose, to whom, and line by line what. */
export function OutboundForm({ open: { id, copy }, onClose }: { open: OutboundOpen; onClose: () => void }) {
  const { t } = useTranslation(['warehouse/shipping', 'ui'])
  const language = useLanguage()
  const isChange = id !== null && !copy
  const { form, record: notice } = useRecordForm(id, {
    name: 'outbound',
    add: addOutboundNotice,
    change: changeOutboundNotice,
    get: (asked) => api(getOutboundNotice, { id: asked }),
    refresh: outboundPaths,
    copy,
    fresh: { type: 'sale', lines: [] },
    valuesOf: (row, same) => ({ ...same, ...(copy ? ofOne : {}), lines: draftsOf(row) }),
    inputOf: ({ lines, ...values }: Values) => ({
      ...values,
      lines: filled(lines ?? []).map(({ line }) => toOutboundLine(line)),
    }),
    onAdded: ({ noticeNo }) => toast.success(t('notice.made', { no: noticeNo })),
  })
  const title = isChange
    ? t('notice.edit', { no: notice?.noticeNo ?? '' })
    : notice
      ? t('notice.copyOf', { no: notice.noticeNo })
      : t('notice.new')
  return (
    <FormDrawer
      {...form}
      title={title}
      submitLabel={t(isChange ? 'notice.saveChange' : 'notice.save')}
      width={1080}
      onClose={onClose}
    >
      <FormSection columns={3}>
        <Field name="ownerId" label={t('field.ownerName')} says={() => notice?.ownerName}>
          <Lookup call={getOwnerChoices} known={known(notice?.ownerId, notice?.ownerName)} allowClear={false} />
        </Field>
        <Field name="warehouseId" label={t('field.warehouse')} says={() => notice?.warehouseName}>
          <Lookup
            call={getWarehouseChoices}
            known={known(notice?.warehouseId, notice?.warehouseName)}
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
            <OutboundLines empty={t('lines.empty')} columns={columns} expiryTitle={t('field.expiryAfter')} />
          </Form.Item>
          <TheirList<LineDraft>
            name="lines"
            says={({ item, qty, unit }) =>
              `${item?.itemNo ?? ''} × ${figure(qty ?? '')} ${wordFor('unit', unit ?? item?.baseUnit ?? '', language)}`
            }
          />
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
        known={known(notice?.carrierId, notice?.carrierName)}
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
