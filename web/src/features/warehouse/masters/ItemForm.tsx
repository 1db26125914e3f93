import { useQueryClient } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { addItem, changeItem, getItem, type ItemRow } from '@xunyun/contract/warehouse/masters/items'
import { getOwnerChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { Checkbox, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { api, type Sending } from '../../../shared/api/api.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { type FieldMessage, fieldMessages } from '../../../shared/api/fieldErrors.ts'
import { Attachments } from '../../../shared/detail/Attachments.tsx'
import { Choice } from '../../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { TheirList } from '../../../shared/form/FormFrame.tsx'
import { DecimalInput, IntegerInput } from '../../../shared/form/inputs.tsx'
import { Lookup } from '../../../shared/form/Lookup.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { useRight, useSession } from '../../../shared/session/session.ts'
import styles from './Masters.module.css'
import { type Pack, PackGrid } from './PackGrid.tsx'
import { itemPaths } from './paths.ts'
import { SizeFields } from './SizeFields.tsx'
import { useCategoryWords } from './useCategories.ts'

type Values = Omit<Sending<typeof addItem>, 'packs'> & { readonly packs: readonly Pack[] }

const valuesOf = (row: ItemRow): Partial<Values> => ({
  ownerId: row.ownerId,
  itemNo: row.itemNo,
  name: row.name,
  spec: row.spec,
  barcodes: row.barcodes,
  categoryId: row.categoryId,
  baseUnit: row.baseUnit as Values['baseUnit'],
  packs: row.packs.map((pack) => ({ ...pack, barcode: pack.barcode ?? undefined })),
  lengthCm: row.lengthCm,
  widthCm: row.widthCm,
  heightCm: row.heightCm,
  netWeight: row.netWeight,
  grossWeight: row.grossWeight,
  volume: row.volume,
  unitValue: row.unitValue,
  batchControlled: row.batchControlled,
  serialControlled: row.serialControlled,
  expiryControlled: row.expiryControlled,
  shelfLifeDays: row.shelfLifeDays,
  minRemainInDays: row.minRemainInDays,
  minRemainOutDays: row.minRemainOutDays,
  overReceivePercent: row.overReceivePercent,
  minStock: row.minStock,
  maxStock: row.maxStock,
  pickMin: row.pickMin,
  pickMax: row.pickMax,
  tempClass: row.tempClass as Values['tempClass'],
  hazard: row.hazard,
  abc: row.abc as Values['abc'],
  zoneType: row.zoneType as Values['zoneType'],
  remark: row.remark,
})
const blank: Partial<Values> = {
  barcodes: [],
  packs: [],
  baseUnit: 'piece',
  batchControlled: false,
  serialControlled: false,
  expiryControlled: false,
  overReceivePercent: '0.00',
  tempClass: 'normal',
  hazard: false,
}

/** Adds an item or changes one: what it is, how it is packed, how big and heavy, what is watched, where it is kept. */
export function ItemForm({ item, onClose }: { item: ItemRow | null; onClose: () => void }) {
  const { t } = useTranslation(['warehouse/masters', 'ui'])
  const client = useQueryClient()
  const may = useRight('stockNumber')
  const isCustomer = useSession(({ userInfo }) => userInfo?.scope === 'customer')
  const [record, setRecord] = useState(item)
  const [messages, setMessages] = useState<readonly FieldMessage[]>([])
  const [initial] = useState<Partial<Values>>(item ? valuesOf(item) : blank)
  const add = useAction(addItem, { refresh: itemPaths, success: t('ui:master.saved') })
  const change = useAction(changeItem, { refresh: itemPaths, success: t('ui:master.saved') })
  const save = async (values: Values, options: { key: string }) => {
    setMessages([])
    const fields = { ...values, packs: values.packs as Sending<typeof addItem>['packs'] }
    try {
      if (record === null) await add.run(fields, options)
      else await change.run({ ...fields, id: record.id, version: record.version }, options)
    } catch (error) {
      if (error instanceof ApiError) setMessages(await fieldMessages(error))
      throw error
    }
  }
  const reload = async () => {
    const id = item?.id ?? 0
    const queryFn = () => api(getItem, { id })
    const fresh = await client.fetchQuery({ queryKey: [getItem.path, id], queryFn, staleTime: 0 })
    setRecord(fresh)
    return valuesOf(fresh)
  }
  return (
    <FormDrawer<Values>
      name={item ? `item-${item.id}` : 'item-new'}
      title={item ? t(may.edit ? 'edit' : 'view', { name: item.itemNo }) : t('new.item')}
      submitLabel={t('ui:master.save')}
      call={item ? changeItem : addItem}
      initial={initial}
      width={880}
      {...(may.edit ? {} : { readOnly: t('hint.readOnly') })}
      onSubmit={save}
      onReload={item ? reload : undefined}
      onClose={onClose}
    >
      <Basic record={record} />
      <FormSection title={t('section.packs')} hint={t('hint.packs')}>
        <div className={styles.wide}>
          <Form.Item name="packs" noStyle>
            <PackGrid messages={messages} />
          </Form.Item>
          <TheirList<Pack> name="packs" says={({ unit, ratio }) => `${unit ?? ''} × ${ratio ?? ''}`} />
        </div>
      </FormSection>
      <SizeFields />
      <Controls record={record} />
      <Storage />
      {/* A customer's account has neither papers nor comments. */}
      {item && !isCustomer && (
        <FormSection title={t('section.photos')} columns={1}>
          <Attachments entity="item" entityId={item.id} />
        </FormSection>
      )}
    </FormDrawer>
  )
}

function Basic({ record }: { record: ItemRow | null }) {
  const { t } = useTranslation(['warehouse/masters', 'ui'])
  const language = useLanguage()
  const categories = useCategoryWords()
  const unitWord = (code: string) => wordFor('unit', code, language)
  return (
    <FormSection title={t('section.basic')}>
      <Field name="ownerId" label={t('item.ownerName')} says={() => record?.ownerName}>
        <Lookup
          call={getOwnerChoices}
          allowClear={false}
          disabled={record?.locked || undefined}
          known={record ? [{ id: record.ownerId, label: record.ownerName, hint: null }] : undefined}
        />
      </Field>
      <Field name="itemNo" label={t('item.itemNo')}>
        <Input />
      </Field>
      <Field name="name" label={t('item.name')} span={2}>
        <Input />
      </Field>
      <Field name="spec" label={t('item.spec')}>
        <Input />
      </Field>
      <Field name="categoryId" label={t('item.categoryName')} says={() => record?.categoryName}>
        <Choice options={categories} />
      </Field>
      <Field name="baseUnit" label={t('item.baseUnit')} says={unitWord} hint={t('hint.baseUnit')}>
        <Choice type="unit" allowClear={false} disabled={record?.locked || undefined} />
      </Field>
      <Field name="unitValue" label={t('item.unitValue')} hint={t('hint.size')}>
        <DecimalInput places={4} short suffix={t('ui:unit.yuan')} />
      </Field>
      <Field
        name="barcodes"
        label={t('item.barcodes')}
        required={false}
        hint={t('hint.barcodes')}
        says={(codes: readonly string[]) => codes.join(t('ui:list.separator'))}
      >
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[' ', ',', ';', '\n']} />
      </Field>
    </FormSection>
  )
}

/** 控制: stays once the ledger speaks of it. */
function Controls({ record }: { record: ItemRow | null }) {
  const { t } = useTranslation(['warehouse/masters', 'ui'])
  const form = Form.useFormInstance()
  const expiry = Form.useWatch<boolean | undefined>('expiryControlled', form)
  const yesNo = (on: boolean) => t(on ? 'ui:master.yes' : 'ui:master.no')
  const held = record?.locked === true
  return (
    <FormSection title={t('section.controls')} hint={held ? t('hint.locked') : undefined}>
      <Field
        name="batchControlled"
        required={false}
        label={t('item.batchControlled')}
        valuePropName="checked"
        says={yesNo}
      >
        <Checkbox disabled={held || undefined} />
      </Field>
      <Field
        name="serialControlled"
        required={false}
        label={t('item.serialControlled')}
        valuePropName="checked"
        says={yesNo}
      >
        <Checkbox disabled={held || undefined} />
      </Field>
      <Field
        name="expiryControlled"
        required={false}
        label={t('item.expiryControlled')}
        valuePropName="checked"
        says={yesNo}
      >
        <Checkbox disabled={held || undefined} />
      </Field>
      {expiry ? (
        <Field name="shelfLifeDays" label={t('item.shelfLifeDays')}>
          <IntegerInput suffix={t('unit.day')} />
        </Field>
      ) : (
        <span />
      )}
      {expiry && (
        <>
          <Field name="minRemainInDays" label={t('item.minRemainInDays')}>
            <IntegerInput suffix={t('unit.day')} />
          </Field>
          <Field name="minRemainOutDays" label={t('item.minRemainOutDays')}>
            <IntegerInput suffix={t('unit.day')} />
          </Field>
        </>
      )}
      <Field name="overReceivePercent" label={t('item.overReceivePercent')} hint={t('hint.overReceive')}>
        <DecimalInput places={2} suffix="%" />
      </Field>
    </FormSection>
  )
}

function Storage() {
  const { t } = useTranslation(['warehouse/masters', 'ui'])
  const language = useLanguage()
  return (
    <FormSection title={t('section.storage')}>
      <Field name="minStock" label={t('item.minStock')}>
        <DecimalInput places={4} short />
      </Field>
      <Field name="maxStock" label={t('item.maxStock')}>
        <DecimalInput places={4} short />
      </Field>
      <Field name="pickMin" label={t('item.pickMin')}>
        <DecimalInput places={4} short />
      </Field>
      <Field name="pickMax" label={t('item.pickMax')} hint={t('item.pickHint')}>
        <DecimalInput places={4} short />
      </Field>
      <Field name="tempClass" label={t('item.tempClass')} says={(code: string) => wordFor('tempClass', code, language)}>
        <Choice type="tempClass" allowClear={false} />
      </Field>
      <Field name="abc" label={t('item.abc')}>
        <Choice type="abcClass" />
      </Field>
      <Field
        name="zoneType"
        label={t('item.zoneType')}
        hint={t('hint.zoneType')}
        says={(code: string) => wordFor('zoneType', code, language)}
      >
        <Choice type="zoneType" />
      </Field>
      <Field
        name="hazard"
        required={false}
        label={t('item.hazard')}
        valuePropName="checked"
        says={(on: boolean) => t(on ? 'ui:master.yes' : 'ui:master.no')}
      >
        <Checkbox />
      </Field>
      <Field name="remark" label={t('item.remark')} span={2}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
      </Field>
    </FormSection>
  )
}
