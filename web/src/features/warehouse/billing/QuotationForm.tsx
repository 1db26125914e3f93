import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { isAble } from '@xunyun/contract/kernel/ability'
import {
  addQuotation,
  changeQuotation,
  getQuotation,
  type QuotationDetail,
  type QuotationInput,
} from '@xunyun/contract/warehouse/billing/quotations'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { Button, ConfigProvider, Form, Input } from 'antd'
import { Calculator } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api/api.ts'
import { DayInput } from '../../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { known, Lookup } from '../../../shared/form/Lookup.tsx'
import { useRecordForm } from '../../../shared/form/useRecordForm.ts'
import { useRight } from '../../../shared/session/session.ts'
import styles from './Billing.module.css'
import { billingPaths } from './paths.ts'
import { inputOf, type QuotationValues, valuesOf } from './quotationValues.ts'
import { Rates } from './Rates.tsx'
import { TrySheet } from './TrySheet.tsx'

/** A new quotation, a draft to change, or one to look at: in force it is read only, a new version takes its place. */
export function QuotationForm({ id, onClose }: { id: number | null; onClose: () => void }) {
  const { t } = useTranslation('warehouse/billing')
  const may = useRight('quotation')
  const [trying, setTrying] = useState<QuotationInput | null>(null)
  const { form, record: detail } = useRecordForm(id, {
    name: 'quotation',
    add: addQuotation,
    change: changeQuotation,
    get: (asked) => api(getQuotation, { id: asked }),
    refresh: billingPaths,
    fresh: valuesOf(undefined),
    valuesOf: (row) => ({ ...valuesOf(row) }),
    inputOf,
  })
  const writable = id === null ? may.edit : isAble(detail, 'edit')
  return (
    <>
      <FormDrawer
        {...form}
        title={detail ? `${detail.quotationNo} v${detail.versionNo}` : t('new')}
        width={1120}
        {...(writable ? {} : { readOnly: t('readOnly') })}
        onClose={onClose}
      >
        <Applies detail={detail} />
        <FormSection title={t('field.items')} hint={t('rate.hint')} columns={1}>
          <div className={styles.wide}>
            <Form.Item name="items" noStyle>
              <Rates />
            </Form.Item>
            {may.edit && <TryButton onTry={setTrying} />}
          </div>
        </FormSection>
      </FormDrawer>
      {trying && <TrySheet quotation={trying} onClose={() => setTrying(null)} />}
    </>
  )
}

/** What the goods that stood here would have cost by what is typed; of one that can only be looked at, too. */
function TryButton({ onTry }: { onTry: (quotation: QuotationInput) => void }) {
  const { t } = useTranslation('warehouse/billing')
  const form = Form.useFormInstance<QuotationValues>()
  return (
    <ConfigProvider componentDisabled={false}>
      <Button
        className={styles.try}
        icon={<Calculator size={14} strokeWidth={1.75} />}
        onClick={() => onTry(inputOf(form.getFieldsValue(true) as QuotationValues))}
      >
        {t('act.try')}
      </Button>
    </ConfigProvider>
  )
}

/** Whose goods, and where. From the second version on they are those of the first. */
function Applies({ detail }: { detail: QuotationDetail | undefined }) {
  const { t } = useTranslation('warehouse/billing')
  const fixed = (detail !== undefined && detail.versionNo > 1) || undefined
  const customer = known(detail?.customerId, detail?.customerName)
  const warehouse = known(detail?.warehouseId, detail?.warehouseName)
  const owners = detail?.owners.map(({ id, name }) => ({ id, label: name, hint: null }))
  return (
    <FormSection title={t('section.applies')} columns={3}>
      <Field
        name="customerId"
        label={t('field.customerId')}
        hint={t('hint.customer')}
        says={() => detail?.customerName}
      >
        <Lookup
          call={getCompanyChoices}
          input={{ roles: ['customer', 'owner', 'settle'] }}
          known={customer}
          disabled={fixed}
        />
      </Field>
      <Field name="ownerIds" label={t('field.ownerIds')} says={() => detail?.ownerNames}>
        <Lookup multiple call={getOwnerChoices} known={owners} placeholder={t('ownGoods')} disabled={fixed} />
      </Field>
      <Field
        name="warehouseId"
        label={t('field.warehouseId')}
        says={() => detail?.warehouseName ?? t('everyWarehouse')}
      >
        <Lookup call={getWarehouseChoices} known={warehouse} placeholder={t('everyWarehouse')} disabled={fixed} />
      </Field>
      <Field name="validFrom" label={t('field.validFrom')}>
        <DayInput />
      </Field>
      <Field name="validTo" label={t('field.validTo')}>
        <DayInput placeholder={t('forEver')} />
      </Field>
      <Field name="remark" label={t('field.remark')}>
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} />
      </Field>
    </FormSection>
  )
}
