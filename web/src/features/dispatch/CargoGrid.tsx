import { Boxes } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IntegerInput } from '../../shared/form/inputs.tsx'
import { type LineColumn, LineGrid } from '../../shared/form/LineGrid.tsx'
import { Route } from '../../shared/grid/column.tsx'
import { figure, volume, weight } from '../../shared/ui/format.ts'
import styles from './Dispatch.module.css'
import { type LineRow, loadOf } from './lines.ts'

type Props = {
  value?: readonly LineRow[]
  onChange?: (lines: readonly LineRow[]) => void
  /** Where there is none. */
  none: string
  /** Of a trip: between which stops; else where the pieces lie. */
  ends?: readonly LineColumn<LineRow>[]
  /** What is wrong with a cell besides: `0.unload`. */
  wrong?: ReadonlyMap<string, string>
  /** Which goods of a waybill go. */
  onGoods?: (line: LineRow) => void
}

/** What an arrangement carries, and where it is loaded: a part of a waybill's pieces may go. */
export function CargoGrid({ value = [], onChange, none, ends, wrong, onGoods }: Props) {
  const { t } = useTranslation('dispatch')
  const sums = loadOf(value)
  const tooMany = value.flatMap(({ pieces, free }, row) =>
    pieces > free ? [[`${row}.pieces`, t('form.tooMany', { free: figure(free) })] as const] : [],
  )
  const columns: LineColumn<LineRow>[] = [
    {
      key: 'waybillId',
      title: t('column.waybillNo'),
      shown: true,
      also: ends ? ['goods'] : ['fromPlace'],
      render: ({ waybillNo }) => waybillNo,
    },
    {
      key: 'customerName',
      title: t('column.customer'),
      shown: true,
      className: ends ? styles.clipShort : styles.clip,
      render: ({ customerName }) => customerName ?? '—',
    },
    {
      key: 'route',
      title: t('column.route'),
      shown: true,
      render: ({ shipperCity, consigneeCity }) => <Route from={shipperCity} to={consigneeCity} />,
    },
    ...(ends ?? [{ key: 'fromName', title: t('column.at'), shown: true, render: ({ fromName }: LineRow) => fromName }]),
    {
      key: 'pieces',
      title: t('form.pieces'),
      right: true,
      width: 88,
      render: (line, change, props) => (
        <IntegerInput
          {...props}
          value={line.pieces}
          onChange={(pieces) => change({ pieces: Number(pieces ?? 0), goods: null })}
        />
      ),
    },
    {
      key: 'free',
      title: t('form.canLoad'),
      shown: true,
      right: true,
      render: (line) =>
        onGoods ? (
          <button
            type="button"
            className={styles.goods}
            data-chosen={Boolean(line.goods) || undefined}
            aria-label={t('goods.choose', { no: line.waybillNo })}
            title={t('goods.choose', { no: line.waybillNo })}
            onClick={() => onGoods(line)}
          >
            {figure(line.free)}
            <Boxes size={14} strokeWidth={1.75} aria-hidden="true" />
          </button>
        ) : (
          figure(line.free)
        ),
    },
    {
      key: 'weight',
      title: `${t('column.weight')} kg`,
      shown: true,
      right: true,
      render: (line) => weight(loadOf([line]).weight),
    },
    {
      key: 'volume',
      title: `${t('column.volume')} m³`,
      shown: true,
      right: true,
      render: (line) => volume(loadOf([line]).volume),
    },
  ]
  return (
    <LineGrid
      name="lines"
      label={t('form.lines')}
      numbered
      columns={columns}
      value={value}
      none={none}
      wrong={new Map([...tooMany, ...(wrong ?? [])])}
      foot={{
        waybillId: t('totals'),
        pieces: figure(sums.pieces),
        weight: weight(sums.weight),
        volume: volume(sums.volume),
      }}
      {...(onChange ? { onChange } : {})}
    />
  )
}
