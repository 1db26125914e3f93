import { wordFor } from '@xunyun/contract/dictionary'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { addNotice, changeNotice, getNotice } from '@xunyun/contract/warehouse/receiving/calls'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api, type Sending } from '../../../shared/api/api.ts'
import { Choice } from '../../../shared/form/Choice.tsx'
import { MomentInput } from '../../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { TheirList } from '../../../shared/form/FormFrame.tsx'
import { known, Lookup } from '../../../shared/form/Lookup.tsx'
import { useRecordForm } from '../../../shared/form/useRecordForm.ts'
import { draftsOf, filled, type LineDraft, toLine } from '../../../shared/goods/goodsLines.ts'
import { LinesGrid } from '../../../shared/goods/LinesGrid.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { dateTime, figure } from '../../../shared/ui/format.ts'
import { toast } from '../../../shared/ui/toasts.ts'
import { inboundPaths } from './paths.ts'
import styles from './Receiving.module.css'

type Values = Omit<Sending<typeof addNotice>, 'lines'> & { lines: readonly LineDraft[] }
/** A new notice, one to change, or a new one like another. */
export type NoticeOpen = { readonly id: number | null; readonly copy: boolean }

/** What is told of one delivery is not true of the next. */
const ofOne = { customerOrderNo: undefined, eta: undefined, vehicleNo: undefined }

/** Goods are announced: whose, where to, and line by line what. */
export function NoticeForm({ open: { id, copy }, onClose }: { open: NoticeOpen; onClose: () => void }) {
  const { t } = useTranslation(['warehouse/receiving', 'ui'])
  const language = useLanguage()
  const isChange = id !== null && !copy
  const { form, record: notice } = useRecordForm(id, {
    name: 'notice',
    add: addNotice,
    change: changeNotice,
    get: (asked) => api(getNotice, { id: asked }),
    refresh: inboundPaths,
    copy,
    fresh: { type: 'purchase', lines: [] },
    valuesOf: (row, same) => ({ ...same, ...(copy ? ofOne : {}), lines: draftsOf(row) }),
    inputOf: ({ lines, ...values }: Values) => ({
      ...values,
      lines: filled(lines ?? []).map(({ line }) => toLine(line)),
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
        <Field name="type" label={t('field.type')} says={(code: string) => wordFor('inboundType', code, language)}>
          <Choice type="inboundType" allowClear={false} />
        </Field>
        <Field name="customerOrderNo" label={t('field.customerOrderNo')}>
          <Input maxLength={60} />
        </Field>
        <Field name="eta" label={t('field.eta')} says={dateTime}>
          <MomentInput />
        </Field>
        <Field name="vehicleNo" label={t('field.vehicleNo')}>
          <Input maxLength={20} />
        </Field>
        <Field name="remark" label={t('field.remark')} span={3}>
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} />
        </Field>
      </FormSection>
      <FormSection title={t('lines.title')} hint={t('lines.hint')} columns={1}>
        <div className={styles.wide}>
          <Form.Item name="lines" noStyle>
            <LinesGrid empty={t('lines.empty')} />
          </Form.Item>
          <TheirList<LineDraft>
            name="lines"
            says={({ item, qty, unit }) =>
              `${item?.itemNo ?? ''} × ${figure(qty ?? '')} ${wordFor('unit', unit ?? item?.baseUnit ?? '', language)}`
            }
          />
        </div>
      </FormSection>
    </FormDrawer>
  )
}
