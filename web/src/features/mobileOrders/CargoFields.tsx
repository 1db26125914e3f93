import { mostPhotos } from '@xunyun/contract/mobileOrders/calls'
import { methodsFor } from '@xunyun/contract/waybills/payments'
import { Button, Form, Input } from 'antd'
import { Minus, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Choice, useWords } from '../../shared/form/Choice.tsx'
import { MomentInput } from '../../shared/form/DayInput.tsx'
import { FileInput } from '../../shared/form/FileInput.tsx'
import { Field, FormSection } from '../../shared/form/FormFrame.tsx'
import { IntegerInput, VolumeInput, WeightInput } from '../../shared/form/inputs.tsx'
import { useSession } from '../../shared/session/session.ts'
import styles from './MobileOrders.module.css'
import type { OrderValues } from './orderValues.ts'

/** What is to be taken, and what has to be said about it. */
export function CargoFields() {
  const { t } = useTranslation('mobileOrders')
  const isCustomer = useSession(({ userInfo }) => userInfo?.scope === 'customer')
  const customerId = Form.useWatch('customerId', Form.useFormInstance<OrderValues>())
  return (
    <>
      <FormSection title={t('section.goods')} columns={2}>
        <Field name="goodsName" label={t('field.goodsName')} span={2}>
          <Input maxLength={120} />
        </Field>
        <Field name="pieces" label={t('field.pieces')}>
          <Pieces />
        </Field>
        <Field name="package" label={t('field.package')}>
          <Choice type="package" />
        </Field>
        <Field name="weight" label={t('field.weight')}>
          <WeightInput suffix="kg" />
        </Field>
        <Field name="volume" label={t('field.volume')}>
          <VolumeInput suffix="m³" />
        </Field>
      </FormSection>
      <FormSection title={t('section.service')} columns={2}>
        <Field name="planPickup" label={t('field.planPickup')}>
          <MomentInput />
        </Field>
        <Field name="deliveryWay" label={t('field.deliveryWay')}>
          <Choice type="deliveryWay" />
        </Field>
        <Field name="payMethod" label={t('field.payMethod')}>
          <Choice type="payMethod" only={methodsFor(!isCustomer && customerId === undefined)} />
        </Field>
      </FormSection>
      <FormSection title={t('section.remark')} columns={1}>
        <Field name="quickRemarks" label={t('field.quickRemarks')}>
          <QuickRemarks />
        </Field>
        <Field name="remark" label={t('field.remark')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={300} />
        </Field>
        <Field name="photos" label={t('field.photos')} contract={false}>
          <FileInput max={mostPhotos} accept="image/*" />
        </Field>
      </FormSection>
    </>
  )
}

const mostPieces = 999_999

/** A number that grows at the thumb, or is typed. */
function Pieces({
  id,
  value,
  onChange,
  onBlur,
}: {
  id?: string
  value?: number
  onChange?: (pieces: number) => void
  onBlur?: () => void
}) {
  const { t } = useTranslation('mobileOrders')
  const now = Number.isInteger(value) ? Number(value) : 0
  const step = (by: number) => onChange?.(Math.min(Math.max(now + by, 1), mostPieces))
  return (
    <span className={styles.stepper}>
      <Button aria-label={t('pieces.less')} disabled={now <= 1} onClick={() => step(-1)}>
        <Minus size={16} strokeWidth={1.75} />
      </Button>
      <IntegerInput id={id} value={value} onChange={onChange as never} onBlur={onBlur} />
      <Button aria-label={t('pieces.more')} onClick={() => step(1)}>
        <Plus size={16} strokeWidth={1.75} />
      </Button>
    </span>
  )
}

/** What is said of goods again and again: one tap each, in the company's own words. */
function QuickRemarks({
  id,
  value = [],
  onChange,
}: {
  id?: string
  value?: readonly string[] | null
  onChange?: (codes: readonly string[]) => void
}) {
  const chosen = value ?? []
  const words = useWords({ type: 'quickRemark' }).filter(
    ({ value: code, disabled }) => !disabled || chosen.includes(String(code)),
  )
  return (
    <span id={id} className={styles.chips}>
      {words.map(({ value: word, label }) => {
        const code = String(word)
        const on = chosen.includes(code)
        return (
          <button
            key={code}
            type="button"
            aria-pressed={on}
            className={styles.chip}
            onClick={() => onChange?.(on ? chosen.filter((other) => other !== code) : [...chosen, code])}
          >
            {label}
          </button>
        )
      })}
    </span>
  )
}
