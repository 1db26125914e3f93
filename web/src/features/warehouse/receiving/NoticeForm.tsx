import { useQuery, useQueryClient } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { getOwnerChoices, getWarehouseChoices } from '@xunyun/contract/warehouse/masters/warehouses'
import { addNotice, changeNotice, getNotice, type NoticeDetail } from '@xunyun/contract/warehouse/receiving/calls'
import { Form, Input } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { api, type Sending } from '../../../shared/api/api.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { type FieldMessage, fieldMessages } from '../../../shared/api/fieldErrors.ts'
import { Choice } from '../../../shared/form/Choice.tsx'
import { MomentInput } from '../../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { TheirList } from '../../../shared/form/FormFrame.tsx'
import { Lookup } from '../../../shared/form/Lookup.tsx'
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

const valuesOf = (notice: NoticeDetail, copy: boolean): Partial<Values> => ({
  ownerId: notice.ownerId,
  warehouseId: notice.warehouseId,
  type: notice.type as Values['type'],
  // What is told of one delivery is not true of the next.
  customerOrderNo: copy ? undefined : (notice.customerOrderNo ?? undefined),
  eta: copy ? undefined : (notice.eta ?? undefined),
  vehicleNo: copy ? undefined : (notice.vehicleNo ?? undefined),
  remark: notice.remark ?? undefined,
  lines: draftsOf(notice),
})

/** `lines.0.unitQty` as the server names it → the cell of the row that was sent as that. */
function cellErrors(messages: readonly FieldMessage[], rows: readonly number[]): ReadonlyMap<string, string> {
  const cells: Readonly<Record<string, string>> = { itemId: 'item', unitQty: 'qty' }
  return new Map(
    messages.flatMap(({ name: [root, index, field], errors: [error] }) =>
      root === 'lines' && index !== undefined && field !== undefined && error !== undefined
        ? [[`${rows[Number(index)]}.${cells[String(field)] ?? field}`, error] as const]
        : [],
    ),
  )
}

/** Goods are announced: whose, where to, and line by line what. */
export function NoticeForm({ open: { id, copy }, onClose }: { open: NoticeOpen; onClose: () => void }) {
  const { t } = useTranslation(['warehouse/receiving', 'ui'])
  const client = useQueryClient()
  const language = useLanguage()
  const known = useQuery({
    queryKey: [getNotice.path, id, 'form'],
    queryFn: ({ signal }) => api(getNotice, { id: id ?? 0 }, { signal }),
    enabled: id !== null,
    staleTime: 0,
    gcTime: 0,
  })
  const notice = known.data
  const isChange = id !== null && !copy
  const version = useRef<number>(undefined)
  const rows = useRef<number[]>([])
  const [messages, setMessages] = useState<readonly FieldMessage[]>([])
  const add = useAction(addNotice, { refresh: inboundPaths })
  const change = useAction(changeNotice, { refresh: inboundPaths, success: t('ui:master.saved') })
  const save = async ({ lines, ...values }: Values, options: { key: string }) => {
    setMessages([])
    const given = filled(lines ?? [])
    rows.current = given.map(({ row }) => row)
    const input = { ...values, lines: given.map(({ line }) => toLine(line)) } as Sending<typeof addNotice>
    try {
      if (isChange && notice)
        await change.run({ ...input, id: notice.id, version: version.current ?? notice.version }, options)
      else toast.success(t('notice.made', { no: (await add.run(input, options)).noticeNo }))
    } catch (error) {
      if (error instanceof ApiError) setMessages(await fieldMessages(error))
      throw error
    }
  }
  const reload = async () => {
    const fresh = await client.fetchQuery({
      queryKey: [getNotice.path, id, 'form'],
      queryFn: () => api(getNotice, { id: id ?? 0 }),
      staleTime: 0,
    })
    version.current = fresh.version
    return valuesOf(fresh, false)
  }
  const title = isChange
    ? t('notice.edit', { no: notice?.noticeNo ?? '' })
    : notice
      ? t('notice.copyOf', { no: notice.noticeNo })
      : t('notice.new')
  return (
    <FormDrawer<Values>
      name={isChange ? `notice-${id}` : id === null ? 'notice-new' : `notice-copy-${id}`}
      title={title}
      submitLabel={t(isChange ? 'notice.saveChange' : 'notice.save')}
      call={isChange ? changeNotice : addNotice}
      initial={id === null ? { type: 'purchase', lines: [] } : notice && valuesOf(notice, copy)}
      width={1080}
      onSubmit={save}
      onReload={isChange ? reload : undefined}
      onClose={onClose}
    >
      <FormSection columns={3}>
        <Field name="ownerId" label={t('field.ownerName')} says={() => notice?.ownerName}>
          <Lookup
            call={getOwnerChoices}
            known={notice && [{ id: notice.ownerId, label: notice.ownerName, hint: null }]}
            allowClear={false}
          />
        </Field>
        <Field name="warehouseId" label={t('field.warehouse')} says={() => notice?.warehouseName}>
          <Lookup
            call={getWarehouseChoices}
            known={notice && [{ id: notice.warehouseId, label: notice.warehouseName, hint: null }]}
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
            <LinesGrid errors={cellErrors(messages, rows.current)} />
          </Form.Item>
          <TheirList<LineDraft>
            name="lines"
            says={({ item, qty, unit }) =>
              `${item?.itemNo ?? ''} × ${figure(qty ?? '')} ${wordFor('unit', unit ?? item?.baseUnit ?? '', language)}`
            }
          />
          {messages.some(({ name }) => name[0] === 'lines' && name.length === 1) && (
            <div className={styles.wrong} role="alert">
              {t('lines.empty')}
            </div>
          )}
        </div>
      </FormSection>
    </FormDrawer>
  )
}
