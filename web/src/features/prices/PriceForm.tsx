import { getCompanyChoices } from '@xunyun/contract/companies/calls'
import { codes, wordFor } from '@xunyun/contract/dictionary'
import { isAble } from '@xunyun/contract/kernel/ability'
import {
  addTransportPrice,
  changeTransportPrice,
  getTransportPrice,
  type PriceInput,
  type PriceRow,
} from '@xunyun/contract/prices/calls'
import { Checkbox, Form, Input, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api/api.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { DayInput } from '../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection, useMessages } from '../../shared/form/FormDrawer.tsx'
import { DecimalInput, IntegerInput, MoneyInput } from '../../shared/form/inputs.tsx'
import { known, Lookup } from '../../shared/form/Lookup.tsx'
import { RegionPicker } from '../../shared/form/RegionPicker.tsx'
import { useRecordForm } from '../../shared/form/useRecordForm.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useRight } from '../../shared/session/session.ts'
import { LivePrice } from './LivePrice.tsx'
import styles from './Prices.module.css'
import { pricePaths } from './paths.ts'
import { inputOf, type PriceValues, unitOf, valuesOf } from './priceValues.ts'
import { TierEditor } from './TierEditor.tsx'

/** A new price, a draft to change, or one to look at: in force it is read only, a new version takes its place. */
export function PriceForm({ price, onClose }: { price: PriceRow | number | null; onClose: () => void }) {
  const { t } = useTranslation('prices')
  const may = useRight('transportPrice')
  const { form, record: row } = useRecordForm(price, {
    name: 'price',
    add: addTransportPrice,
    change: changeTransportPrice,
    get: (id) => api(getTransportPrice, { id }),
    refresh: pricePaths,
    fresh: valuesOf(undefined),
    valuesOf,
    inputOf,
  })
  const writable = price === null ? may.edit : isAble(row, 'edit')
  return (
    <FormDrawer
      {...form}
      title={row ? `${row.name} v${row.versionNo}` : t('new')}
      width={1040}
      {...(writable ? {} : { readOnly: t('readOnly') })}
      onClose={onClose}
    >
      <div className={styles.columns}>
        <div>
          <Applies row={row} />
          <Charges />
          <Limits />
        </div>
        <LivePrice />
      </div>
    </FormDrawer>
  )
}

/** Whose freights it is for. From the second version on the partner and the direction are those of the first. */
function Applies({ row }: { row: PriceRow | undefined }) {
  const { t } = useTranslation('prices')
  const language = useLanguage()
  const direction = Form.useWatch<PriceInput['direction']>('direction')
  const fixed = row !== undefined && row.versionNo > 1
  return (
    <FormSection title={t('section.applies')}>
      <Field name="name" label={t('field.name')} span={2}>
        <Input />
      </Field>
      <Field name="direction" label={t('field.direction')}>
        <Segmented
          disabled={fixed || undefined}
          options={codes('priceDirection').map((code) => ({
            value: code,
            label: wordFor('priceDirection', code, language),
          }))}
        />
      </Field>
      <Field name="companyId" label={t('field.companyId')} hint={t('hint.company')} says={() => row?.companyName}>
        <Lookup
          call={getCompanyChoices}
          input={{
            roles: direction === 'payable' ? ['carrier', 'special', 'courier'] : ['customer', 'owner', 'settle'],
          }}
          known={known(row?.companyId, row?.companyName)}
          placeholder={t('public')}
          disabled={fixed || undefined}
        />
      </Field>
      <Field name="fromRegion" label={t('field.from')} says={() => row?.fromName}>
        <RegionPicker anyLevel placeholder={t('anywhere')} />
      </Field>
      <Field name="toRegion" label={t('field.to')} says={() => row?.toName}>
        <RegionPicker anyLevel placeholder={t('anywhere')} />
      </Field>
      <Field name="transMode" label={t('field.transMode')}>
        <Choice type="transMode" placeholder={t('any')} />
      </Field>
      <Field name="serviceType" label={t('field.serviceType')}>
        <Choice type="serviceType" placeholder={t('any')} />
      </Field>
      <Field name="goodsType" label={t('field.goodsType')}>
        <Choice type="goodsType" placeholder={t('any')} />
      </Field>
      <Field name="vehicleModel" label={t('field.vehicleModel')}>
        <Choice type="vehicleModel" placeholder={t('any')} />
      </Field>
    </FormSection>
  )
}

const byWeight = ['weight', 'chargeable', 'greater']
const tiered = ['weight', 'volume', 'chargeable', 'piece', 'km']

/** How it is calculated; only what the basis needs is asked for. */
function Charges() {
  const messages = useMessages()
  const { t } = useTranslation('prices')
  const language = useLanguage()
  const basis = Form.useWatch<string>('basis') ?? 'chargeable'
  const kind = Form.useWatch<PriceValues['kind']>('kind') ?? 'unit'
  const weightUnit = Form.useWatch<'kg' | 't'>('weightUnit') ?? 'kg'
  const unit = unitOf(basis, weightUnit, t)
  const kinds = (['unit', 'tiers', 'express'] as const).filter(
    (one) => one === 'unit' || (one === 'tiers' ? tiered.includes(basis) : basis === 'chargeable'),
  )
  const shown = kinds.includes(kind) ? kind : 'unit'
  return (
    <FormSection title={t('section.charge')}>
      <Field name="basis" label={t('field.basis')}>
        <Choice type="priceBasis" allowClear={false} />
      </Field>
      {kinds.length > 1 ? (
        <Field name="kind" label={t('field.kind')} contract={false}>
          <Segmented options={kinds.map((one) => ({ value: one, label: t(`kind.${one}`) }))} />
        </Field>
      ) : (
        <span />
      )}
      {byWeight.includes(basis) && (
        <Field name="weightUnit" label={t('field.weightUnit')}>
          <Segmented
            options={[
              { value: 'kg', label: t('unit.kg') },
              { value: 't', label: t('unit.t') },
            ]}
          />
        </Field>
      )}
      {basis === 'chargeable' && shown !== 'express' && (
        <Field name="volumeRatio" label={t('field.volumeRatio')}>
          <DecimalInput places={2} suffix="kg/m³" />
        </Field>
      )}
      {shown === 'express' && (
        <>
          <Field name="volumeDivisor" label={t('field.volumeDivisor')}>
            <IntegerInput suffix="cm³/kg" />
          </Field>
          <Field name="firstQty" label={t('field.firstQty')} required>
            <DecimalInput places={3} suffix="kg" />
          </Field>
          <Field name="firstPrice" label={t('field.firstPrice')} required>
            <DecimalInput places={4} suffix={t('unit.yuan')} />
          </Field>
          <Field name="stepQty" label={t('field.stepQty')} required>
            <DecimalInput places={3} suffix="kg" />
          </Field>
          <Field name="stepPrice" label={t('field.stepPrice')} required>
            <DecimalInput places={4} suffix={t('unit.yuan')} />
          </Field>
          <Field name="rounding" label={t('field.rounding')}>
            <Choice type="priceRounding" placeholder={t('noRounding')} />
          </Field>
        </>
      )}
      {shown === 'unit' && (
        <Field name="unitPrice" label={t('field.unitPrice')} required>
          <DecimalInput places={4} suffix={`${t('unit.yuan')}/${unit}`} />
        </Field>
      )}
      {basis === 'greater' && (
        <Field name="volumePrice" label={t('field.volumePrice')} required>
          <DecimalInput places={4} suffix={`${t('unit.yuan')}/m³`} />
        </Field>
      )}
      {shown === 'tiers' && (
        <>
          <Field name="tierMode" label={t('field.tierMode')}>
            <Segmented
              options={codes('tierMode').map((code) => ({ value: code, label: wordFor('tierMode', code, language) }))}
            />
          </Field>
          <Field name="lowBreak" label={t('field.lowBreak')} valuePropName="checked" hint={t('hint.lowBreak')}>
            <Checkbox />
          </Field>
          <div className={styles.wide}>
            <Form.Item name="tiers" noStyle>
              <TierEditor unit={unit} messages={messages} />
            </Form.Item>
          </div>
        </>
      )}
    </FormSection>
  )
}

function Limits() {
  const { t } = useTranslation('prices')
  return (
    <FormSection title={t('section.limits')}>
      <Field name="minCharge" label={t('field.minCharge')}>
        <MoneyInput suffix={t('unit.yuan')} />
      </Field>
      <Field name="maxCharge" label={t('field.maxCharge')}>
        <MoneyInput suffix={t('unit.yuan')} />
      </Field>
      <Field name="taxRate" label={t('field.taxRate')}>
        <DecimalInput places={2} suffix="%" />
      </Field>
      <Field name="leadDays" label={t('field.leadDays')}>
        <IntegerInput suffix={t('unit.days')} />
      </Field>
      <Field name="validFrom" label={t('field.validFrom')}>
        <DayInput />
      </Field>
      <Field name="validTo" label={t('field.validTo')}>
        <DayInput placeholder={t('forEver')} />
      </Field>
      <Field name="remark" label={t('field.remark')} span={2}>
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 5 }} />
      </Field>
    </FormSection>
  )
}
