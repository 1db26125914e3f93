import { getItemChoices } from '@xunyun/contract/warehouse/masters/items'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { receiveBlind } from '@xunyun/contract/warehouse/receiving/calls'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { Lookup } from '../../../shared/form/Lookup.tsx'
import { inboundPaths } from './paths.ts'

type Values = {
  warehouseId: number
  ownerId: number
  vehicleNo?: string
  customerOrderNo?: string
  remark?: string
  items: readonly number[]
}

/** Goods that nobody announced: whose they are and which, then they are counted like any others. */
export function BlindForm({ onBegun, onClose }: { onBegun: (receiptNo: string) => void; onClose: () => void }) {
  const { t } = useTranslation('warehouse/receiving')
  const begin = useAction(receiveBlind, { refresh: inboundPaths })
  return (
    <FormDrawer<Values>
      name="receive-blind"
      title={t('blind.title')}
      submitLabel={t('blind.begin')}
      call={receiveBlind}
      initial={{}}
      onSubmit={async ({ items, ...values }, options) => {
        const { receiptNo } = await begin.run(
          { ...values, lines: (items ?? []).map((itemId) => ({ itemId })) },
          options,
        )
        onBegun(receiptNo)
      }}
      onClose={onClose}
    >
      <BlindFields />
    </FormDrawer>
  )
}

function BlindFields() {
  const { t } = useTranslation('warehouse/receiving')
  const ownerId = Form.useWatch<number | undefined>('ownerId')
  return (
    <FormSection>
      <Field name="ownerId" label={t('field.ownerName')}>
        <Lookup call={getOwnerChoices} allowClear={false} />
      </Field>
      <Field name="warehouseId" label={t('field.warehouse')}>
        <Lookup call={getWarehouseChoices} allowClear={false} />
      </Field>
      <Field name="items" label={t('blind.items')} span={2} required contract={false}>
        <Lookup
          call={getItemChoices}
          input={{ ownerId }}
          multiple
          disabled={ownerId === undefined}
          placeholder={t(ownerId === undefined ? 'lines.ownerFirst' : 'lines.item')}
        />
      </Field>
      <Field name="vehicleNo" label={t('field.vehicleNo')}>
        <Input maxLength={20} />
      </Field>
      <Field name="customerOrderNo" label={t('field.customerOrderNo')}>
        <Input maxLength={60} />
      </Field>
      <Field name="remark" label={t('field.remark')} span={2}>
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} />
      </Field>
    </FormSection>
  )
}
