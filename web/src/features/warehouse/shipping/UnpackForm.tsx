import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { getContainer, unpackContainer } from '@xunyun/contract/warehouse/shipping/unpacking'
import { Form, Input } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { api, type Sending } from '../../../shared/api/api.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { q } from '../../../shared/api/query.ts'
import { LinesTable, Two } from '../../../shared/detail/LinesTable.tsx'
import { Choice } from '../../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection, useFill } from '../../../shared/form/FormDrawer.tsx'
import { numbersIn } from '../../../shared/goods/goodsLines.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { figure } from '../../../shared/ui/format.ts'
import { toast } from '../../../shared/ui/toasts.ts'
import { outboundPaths } from './paths.ts'
import styles from './Shipping.module.css'

type Values = Omit<Sending<typeof unpackContainer>, 'code' | 'lines'> & {
  code?: string
  /** By the row of the container: a quantity, or serial numbers; empty: none of it. */
  taken?: Readonly<Record<string, string>>
}

const useContainer = (code: string) =>
  useQuery({
    ...q(getContainer, { code }),
    enabled: code.length >= 3,
    retry: false,
    staleTime: 0,
  })

/** A carton or a pallet is scanned; all of it, or what is typed, goes to a location. */
export function UnpackForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('warehouse/shipping')
  const unpack = useAction(unpackContainer, { refresh: outboundPaths })
  const save = async ({ code = '', taken = {}, ...values }: Values, options: { key: string }) => {
    const container = await api(getContainer, { code: code.trim() }, { quiet: true })
    const chosen = container.contents.flatMap(({ id, serials }) => {
      const text = taken[id]?.trim() ?? ''
      if (text === '') return []
      const numbers = serials.length > 0 ? numbersIn(text) : []
      return [{ id, qty: serials.length > 0 ? String(numbers.length) : text, serials: numbers }]
    })
    const { unpackNo } = await unpack.run({ ...values, code: code.trim(), lines: chosen }, options)
    toast.success(t('unpack.made', { no: unpackNo }))
  }
  return (
    <FormDrawer<Values>
      name="unpack"
      title={t('act.unpack')}
      submitLabel={t('act.unpack')}
      call={unpackContainer}
      initial={{ reason: 'change', taken: {} }}
      width={840}
      onSubmit={save}
      onClose={onClose}
    >
      <UnpackFields />
    </FormDrawer>
  )
}

function UnpackFields() {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  const fill = useFill()
  const code = (Form.useWatch<string | undefined>('code') ?? '').trim()
  const { data, error } = useContainer(code)
  const first = data?.locations[0]?.id
  useEffect(() => {
    if (first !== undefined) fill({ toLocationId: first })
  }, [first, fill])
  return (
    <>
      <FormSection columns={2}>
        <Field name="code" label={t('field.container')} hint={t('unpack.codeHint')}>
          <Input maxLength={40} autoFocus />
        </Field>
        <Field name="reason" label={t('field.reason')}>
          <Choice type="unpackReason" allowClear={false} />
        </Field>
        <Field name="toLocationId" label={t('field.toLocation')}>
          <Choice options={(data?.locations ?? []).map(({ id, label }) => ({ value: id, label }))} allowClear={false} />
        </Field>
        <Field name="remark" label={t('field.remark')}>
          <Input maxLength={200} />
        </Field>
      </FormSection>
      <FormSection title={t('unpack.contents')} hint={t('unpack.contentsHint')} columns={1}>
        {error instanceof ApiError && code.length >= 3 && (
          <p className={styles.wrong} role="alert">
            {error.message}
          </p>
        )}
        {data && (
          <div className={styles.wide}>
            <LinesTable
              label={t('unpack.contents')}
              rows={data.contents}
              columns={[
                [t('field.itemNo'), (row) => <Two first={row.itemNo} below={row.itemName} />],
                [t('field.batchNo'), (row) => row.batchNo],
                [
                  t('field.quantity'),
                  (row) => `${figure(row.qty)} ${wordFor('unit', row.baseUnit, language)}`,
                  'right',
                ],
                [t('field.free'), (row) => figure(row.free), 'right'],
                [
                  t('unpack.take'),
                  ({ id, itemNo, serials, free, qty }) => (
                    <Form.Item name={['taken', String(id)]} noStyle>
                      <Input
                        className={serials.length > 0 ? undefined : styles.qty}
                        aria-label={`${t('unpack.take')} ${itemNo}`}
                        disabled={data.type === 'lpn' && compareDecimal(free, '0') === 0}
                        placeholder={serials.length > 0 ? serials.join(' ') : qty}
                      />
                    </Form.Item>
                  ),
                ],
              ]}
            />
          </div>
        )}
      </FormSection>
    </>
  )
}
