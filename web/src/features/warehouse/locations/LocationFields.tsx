import { getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { Choice } from '../../../shared/form/Choice.tsx'
import { Field, useFill } from '../../../shared/form/FormDrawer.tsx'
import { Lookup } from '../../../shared/form/Lookup.tsx'
import { useZoneWords } from '../masters/index.ts'

/** Which warehouse and which of its zones; another warehouse has other zones. */
export function LocationFields({ fixed = false }: { fixed?: boolean }) {
  const { t } = useTranslation(['warehouse/locations', 'warehouse/masters'])
  const form = Form.useFormInstance()
  const fill = useFill()
  const warehouseId = Form.useWatch<number | undefined>('warehouseId', form)
  const zones = useZoneWords(warehouseId)
  const nameOf = (id: number) => zones.find(({ value }) => value === id)?.label
  return (
    <>
      <Field name="warehouseId" label={t('location.warehouse')} hint={fixed ? t('hint.fixedWarehouse') : undefined}>
        <Lookup
          call={getWarehouseChoices}
          allowClear={false}
          disabled={fixed || undefined}
          onChange={() => fill({ zoneId: undefined })}
        />
      </Field>
      <Field name="zoneId" label={t('location.zone')} says={nameOf}>
        <Choice
          options={zones}
          allowClear={false}
          notFoundContent={t(warehouseId === undefined ? 'location.firstWarehouse' : 'warehouse/masters:zone.none')}
        />
      </Field>
    </>
  )
}
