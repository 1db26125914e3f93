import { wordFor } from '@xunyun/contract/dictionary'
import { addItem, changeItem, getItem, type ItemRow } from '@xunyun/contract/warehouse/masters/items'
import { getOwnerChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { Checkbox, Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { api, type Sending } from '../../../shared/api/api.ts'
import { Attachments } from '../../../shared/detail/Attachments.tsx'
import { Choice } from '../../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { TheirList } from '../../../shared/form/FormFrame.tsx'
import { DecimalInput, IntegerInput } from '../../../shared/form/inputs.tsx'
import { known, Lookup } from '../../../shared/form/Lookup.tsx'
import { useRecordForm } from '../../../shared/form/useRecordForm.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { useRight, useSession } from '../../../shared/session/session.ts'
import styles from './Masters.module.css'
import { type Pack, PackGrid } from './PackGrid.tsx'
import { itemPaths } from './paths.ts'
import { SizeFields } from './SizeFields.tsx'
import { useCategoryWords } from './useCategories.ts'

type Values = Omit<Sending<typeof addItem>, 'packs'> & { readonly packs: readonly Pack[] }

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
  const may = useRight('stockNumber')
  const isCustomer = useSession(({ userInfo }) => userInfo?.scope === 'customer')
  const { form, record } = useRecordForm(item, {
    name: 'item',
    add: addItem,
    change: changeItem,
    get: (id) => api(getItem, { id }),
    refresh: itemPaths,
    fresh: blank,
    valuesOf: ({ packs }, same) => ({
      ...same,
      packs: packs.map((pack) => ({ ...pack, barcode: pack.barcode ?? undefined })),
    }),
  })
  return (
    <FormDrawer
      {...form}
      title={item ? t(may.edit ? 'edit' : 'view', { name: item.itemNo }) : t('new.item')}
      width={880}
      {...(may.edit ? {} : { readOnly: t('hint.readOnly') })}
      onClose={onClose}
    >
      <Basic record={record} />
      <FormSection title={t('section.packs')} hint={t('hint.packs')}>
        <div className={styles.wide}>
          <Form.Item name="packs" noStyle>
            <PackGrid />
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

function Basic({ record }: { record: ItemRow | undefined }) {
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
          known={known(record?.ownerId, record?.ownerName)}
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
function Controls({ record }: { record: ItemRow | undefined }) {
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
