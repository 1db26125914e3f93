import { wordFor } from '@xunyun/contract/dictionary'
import { addKit, changeKit, getKit, type KitDetail, type KitRow } from '@xunyun/contract/warehouse/kitting/kits'
import { getItemChoices, type ItemChoice } from '@xunyun/contract/warehouse/masters/items'
import { placesOf } from '@xunyun/contract/warehouse/masters/quantity'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api/api.ts'
import { Facts } from '../../../shared/detail/Facts.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { TheirList } from '../../../shared/form/FormFrame.tsx'
import { DecimalInput } from '../../../shared/form/inputs.tsx'
import { LineGrid } from '../../../shared/form/LineGrid.tsx'
import { known, Lookup } from '../../../shared/form/Lookup.tsx'
import { useRecordForm } from '../../../shared/form/useRecordForm.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { useRight } from '../../../shared/session/session.ts'
import { figure } from '../../../shared/ui/format.ts'
import styles from './Kitting.module.css'
import { kitPaths } from './paths.ts'

/** A part as it stands in the cells; what it is called travels along. */
type Part = { partId?: number; qty?: string; label?: string; baseUnit?: string; available?: string }
type Values = { itemId?: number; ownerId?: number; remark?: string; lines: readonly Part[] }

/** Says what an item is made of, or changes it. */
export function KitForm({ kit, onClose }: { kit: Pick<KitRow, 'id' | 'itemNo'> | null; onClose: () => void }) {
  const { t } = useTranslation(['warehouse/kitting', 'ui'])
  const may = useRight('combination')
  const { form, record } = useRecordForm(kit?.id ?? null, {
    name: 'kit',
    add: addKit,
    change: changeKit,
    get: (id) => api(getKit, { id }),
    refresh: kitPaths,
    fresh: { lines: [] },
    valuesOf: ({ itemId, ownerId, lines }, same) => ({
      ...same,
      itemId,
      ownerId,
      lines: lines.map(({ partId, itemNo, name, baseUnit, qty, available }) => ({
        partId,
        qty,
        label: `${itemNo} ${name}`,
        baseUnit,
        available,
      })),
    }),
    inputOf: ({ itemId, remark, lines }: Values, now) => ({
      ...(now ? {} : { itemId }),
      remark,
      lines: lines.map(({ partId, qty }) => ({ partId, qty })),
    }),
  })
  const held = (record?.openOrders ?? 0) > 0
  return (
    <FormDrawer
      {...form}
      title={kit ? t(may.edit && !held ? 'title.edit' : 'title.view', { name: kit.itemNo }) : t('act.newKit')}
      width={760}
      {...(may.edit && !held
        ? {}
        : { readOnly: may.edit ? t('hint.openOrders', { count: record?.openOrders ?? 0 }) : t('hint.readOnly') })}
      onClose={onClose}
    >
      <KitFields kit={record ?? null} />
    </FormDrawer>
  )
}

function KitFields({ kit }: { kit: KitDetail | null }) {
  const { t } = useTranslation(['warehouse/kitting', 'ui'])
  const language = useLanguage()
  const form = Form.useFormInstance<Values>()
  const ownerId = Form.useWatch<number | undefined>('ownerId', { form, preserve: true })
  const unitOf = (code: string | undefined) => (code === undefined ? '' : wordFor('unit', code, language))
  return (
    <>
      <FormSection columns={2}>
        {kit ? (
          <div className={styles.wide}>
            <Facts
              columns={4}
              facts={[
                { label: t('field.itemNo'), value: kit.itemNo },
                { label: t('field.name'), value: kit.name },
                { label: t('field.ownerName'), value: kit.ownerName },
                { label: t('field.onHand'), value: `${figure(kit.onHand)} ${unitOf(kit.baseUnit)}` },
              ]}
            />
          </div>
        ) : (
          <Field name="itemId" label={t('field.itemNo')} hint={t('hint.set')}>
            <Lookup
              call={getItemChoices}
              allowClear={false}
              onChange={(_: never, [chosen]) =>
                form.setFieldValue('ownerId', (chosen as ItemChoice | undefined)?.ownerId)
              }
            />
          </Field>
        )}
        <Form.Item name="ownerId" hidden noStyle>
          <input type="hidden" />
        </Form.Item>
      </FormSection>
      <FormSection title={t('field.parts')} hint={t('hint.parts')} columns={1}>
        <div className={styles.wide}>
          <Form.Item name="lines" noStyle>
            <LineGrid<Part>
              name="lines"
              label={t('field.parts')}
              add={t('part.add')}
              none={t('part.none')}
              blank={() => ({})}
              columns={[
                {
                  key: 'partId',
                  title: t('field.part'),
                  required: true,
                  render: ({ partId, label }, set, props) => (
                    <Lookup
                      call={getItemChoices}
                      input={ownerId === undefined ? {} : { ownerId }}
                      allowClear={false}
                      {...props}
                      value={partId}
                      known={known(partId, label)}
                      onChange={(id: never, [chosen]) =>
                        set({
                          partId: id,
                          label: chosen?.label,
                          baseUnit: (chosen as ItemChoice | undefined)?.baseUnit,
                          available: undefined,
                        })
                      }
                    />
                  ),
                },
                {
                  key: 'qty',
                  title: t('field.qtyPer'),
                  required: true,
                  width: 120,
                  render: ({ qty, baseUnit }, set, props) => (
                    <DecimalInput
                      places={placesOf(baseUnit ?? 'piece')}
                      short
                      {...props}
                      suffix={unitOf(baseUnit)}
                      value={qty}
                      onChange={(next) => set({ qty: next })}
                    />
                  ),
                },
                {
                  key: 'available',
                  title: t('field.available'),
                  width: 80,
                  right: true,
                  shown: true,
                  className: styles.available,
                  render: ({ available }) => (available === undefined ? '—' : figure(available)),
                },
              ]}
            />
          </Form.Item>
          <TheirList<Part> name="lines" says={({ label, qty }) => `${label ?? ''} × ${figure(qty ?? '')}`} />
        </div>
      </FormSection>
      <FormSection columns={1}>
        <Field name="remark" label={t('field.remark')}>
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} />
        </Field>
      </FormSection>
    </>
  )
}
