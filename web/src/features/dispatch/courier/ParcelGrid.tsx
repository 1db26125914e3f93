import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getCourierCompanies, isOurNumber, proposeChargeWeight } from '@xunyun/contract/dispatch/courier'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { q } from '../../../shared/api/query.ts'
import { IntegerInput, MoneyInput, WeightInput } from '../../../shared/form/inputs.tsx'
import { type CellProps, type LineColumn, LineGrid } from '../../../shared/form/LineGrid.tsx'
import { figure } from '../../../shared/ui/format.ts'
import { toast } from '../../../shared/ui/toasts.ts'
import { CarrierSelect } from '../CarrierSelect.tsx'
import styles from '../Dispatch.module.css'
import { type ParcelRow, twice } from './parcels.ts'

type Props = {
  value?: readonly ParcelRow[]
  onChange?: (parcels: readonly ParcelRow[]) => void
  onTable: (text: string, row: number) => void
}

/** One express number a row; what the server refuses stands in its cell. */
export function ParcelGrid({ value = [], onChange, onTable }: Props) {
  const { t } = useTranslation('handedOut')
  const { t: tDispatch } = useTranslation('dispatch')
  const wrong = new Map([
    ...value.flatMap(({ courierNo }, row) =>
      courierNo && isOurNumber(courierNo)
        ? [[`${row}.courierNo`, t('courier.ourNumber', { no: courierNo })] as const]
        : [],
    ),
    ...twice(value).map((row) => [`${row}.courierNo`, t('courier.noTwice')] as const),
    ...value.flatMap(({ pieces, free }, row) =>
      pieces > free ? [[`${row}.pieces`, tDispatch('form.tooMany', { free: figure(free) })] as const] : [],
    ),
  ])
  const columns: LineColumn<ParcelRow>[] = [
    {
      key: 'waybillId',
      title: t('column.waybillNo'),
      shown: true,
      also: ['fromPlace', 'expectAt'],
      render: ({ waybillNo }) => waybillNo,
    },
    {
      key: 'customerName',
      title: t('column.customer'),
      shown: true,
      className: styles.clip,
      render: ({ customerName, consigneeCity }) => `${customerName ?? '—'} → ${consigneeCity}`,
    },
    {
      key: 'courierId',
      title: t('column.courier'),
      required: true,
      width: 136,
      render: ({ courierId }, change, { variant, status, ...props }) => (
        <CarrierSelect
          call={getCourierCompanies}
          aria-label={props['aria-label']}
          variant={variant}
          status={status}
          value={courierId}
          onChange={(next) => change({ courierId: next })}
        />
      ),
    },
    {
      key: 'courierNo',
      title: t('column.courierNo'),
      required: true,
      width: 168,
      render: ({ courierNo }, change, props) => (
        <Input
          {...props}
          maxLength={40}
          value={courierNo}
          onChange={(event) => change({ courierNo: event.target.value.trim() })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            // Scanned: the next parcel.
            event.preventDefault()
            event.stopPropagation()
            if (courierNo && isOurNumber(courierNo)) return toast.warning(t('courier.ourNumber', { no: courierNo }))
            document.getElementById('parcel-scan')?.focus()
          }}
        />
      ),
    },
    {
      key: 'pieces',
      title: t('column.pieces'),
      required: true,
      right: true,
      width: 72,
      render: (line, change, props) => (
        <IntegerInput {...props} value={line.pieces} onChange={(pieces) => change({ pieces: Number(pieces ?? 0) })} />
      ),
    },
    { key: 'free', title: t('form.canTake'), shown: true, right: true, render: ({ free }) => figure(free) },
    {
      key: 'chargeWeight',
      title: `${t('column.chargeWeight')} kg`,
      right: true,
      width: 112,
      render: (line, change, props) => <ChargeWeight line={line} change={change} props={props} />,
    },
    {
      key: 'codAmount',
      title: t('column.codAmount'),
      right: true,
      width: 104,
      render: ({ codAmount }, change, props) => (
        <MoneyInput {...props} value={codAmount} onChange={(next) => change({ codAmount: next ?? '' })} />
      ),
    },
  ]
  return (
    <LineGrid
      name="parcels"
      label={t('courier.title')}
      numbered
      cards
      columns={columns}
      value={value}
      none={t('courier.none')}
      onPaste={onTable}
      wrong={wrong}
      foot={{
        waybillId: t('totals'),
        pieces: figure(value.reduce((sum, { pieces }) => sum + (pieces || 0), 0)),
      }}
      {...(onChange ? { onChange } : {})}
    />
  )
}

type WeightProps = { line: ParcelRow; change: (patch: Partial<ParcelRow>) => void; props: CellProps }

/** Not typed: as the server would count it. */
function ChargeWeight({ line, change, props }: WeightProps) {
  const { courierId, waybillId, pieces, free } = line
  const proposed = useQuery({
    ...q(proposeChargeWeight, { courierId: courierId ?? 0, waybillId, pieces }),
    enabled: courierId !== undefined && pieces > 0 && pieces <= free,
    placeholderData: keepPreviousData,
  })
  return (
    <WeightInput
      {...props}
      placeholder={proposed.data ? figure(proposed.data.chargeWeight) : undefined}
      value={line.chargeWeight}
      onChange={(next) => change({ chargeWeight: next ?? '' })}
    />
  )
}
