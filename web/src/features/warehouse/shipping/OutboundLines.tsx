import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { getItemStock } from '@xunyun/contract/warehouse/ledger/stock'
import { Form } from 'antd'
import { type ComponentProps, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { q } from '../../../shared/api/query.ts'
import { LinesGrid } from '../../../shared/goods/LinesGrid.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { useRight } from '../../../shared/session/session.ts'
import { figure } from '../../../shared/ui/format.ts'
import { freeOf } from './outboundLines.ts'
import styles from './Shipping.module.css'

/** So many items are asked for at once. */
const most = 500
/** What others take meanwhile is seen after that. */
const freshMs = 30_000

/** Lines of a notice out, with what is free of each item in the chosen warehouse while they are typed. */
export function OutboundLines(props: Omit<ComponentProps<typeof LinesGrid>, 'belowQty'>) {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  const { value = [] } = props
  const warehouseId = Form.useWatch<number | undefined>('warehouseId')
  const mayOwn = useRight('stock').browse
  const mayEnquire = useRight('integratedStock').browse
  const ids = [...new Set(value.flatMap(({ item }) => item?.id ?? []))].sort((a, b) => a - b).slice(0, most)
  const { data } = useQuery({
    ...q(getItemStock, { warehouseId, ids, pageSize: most }),
    enabled: (mayOwn || mayEnquire) && warehouseId !== undefined && ids.length > 0,
    // An item more does not make the figures of the others go away; another warehouse does.
    placeholderData: (before, query) => (query?.queryKey[2] === warehouseId ? keepPreviousData(before) : undefined),
    staleTime: freshMs,
  })
  const free = useMemo(
    () => new Map(warehouseId === undefined ? [] : (data?.rows.map(({ id, available }) => [id, available]) ?? [])),
    [data, warehouseId],
  )
  const lines = freeOf(value, free)
  return (
    <LinesGrid
      {...props}
      belowQty={(row) => {
        const known = lines[row]
        if (!known) return null
        const unit = wordFor('unit', value[row]?.item?.baseUnit ?? '', language)
        return (
          <div className={styles.free} data-short={known.missing !== null || undefined}>
            {known.missing === null
              ? t('lines.free', { free: figure(known.free), unit })
              : t('lines.freeShort', { free: figure(known.free), missing: figure(known.missing), unit })}
          </div>
        )
      }}
    />
  )
}
