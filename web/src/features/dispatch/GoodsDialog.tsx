import { useQuery } from '@tanstack/react-query'
import { wordFor } from '@xunyun/contract/dictionary'
import { getCargoGoods } from '@xunyun/contract/dispatch/calls'
import { Exact } from '@xunyun/contract/kernel/decimal'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { q } from '../../shared/api/query.ts'
import { IntegerInput } from '../../shared/form/inputs.tsx'
import { LineGrid } from '../../shared/form/LineGrid.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { figure, volume, weight } from '../../shared/ui/format.ts'
import { LoadError } from '../../shared/ui/Notice.tsx'
import type { LineRow } from './lines.ts'

type Part = { seq: number; name: string; package: string; all: number; pieces: number; weight: string; volume: string }
type Props = { line: LineRow; onChange: (patch: Partial<LineRow>) => void; onClose: () => void }

/** Which goods of a waybill go: their own weight and volume are loaded then, not a part of all. */
export function GoodsDialog({ line, onChange, onClose }: Props) {
  const { t } = useTranslation('dispatch')
  const language = useLanguage()
  const found = useQuery(q(getCargoGoods, { waybillId: line.waybillId }))
  const [typed, setTyped] = useState<readonly Part[]>()
  const parts =
    typed ??
    found.data?.map(
      (goods): Part => ({
        ...goods,
        all: goods.pieces,
        pieces: line.goods?.find(({ seq }) => seq === goods.seq)?.pieces ?? (line.goods ? 0 : goods.pieces),
      }),
    ) ??
    []
  const chosen = parts.filter(({ pieces }) => pieces > 0)
  const pieces = chosen.reduce((sum, part) => sum + part.pieces, 0)
  const sum = (field: 'weight' | 'volume', places: number) =>
    chosen
      .reduce(
        (total, part) => total.plus(new Exact(part[field]).times(part.pieces).div(part.all).toFixed(places)),
        new Exact(0),
      )
      .toFixed(places)
  const wrong =
    chosen.length === 0
      ? t('goods.none')
      : pieces > line.free || parts.some((part) => part.pieces > part.all)
        ? t('goods.tooMany', { free: line.free })
        : null
  const take = () => {
    onChange({
      pieces,
      goods: chosen.map(({ seq, pieces: count }) => ({ seq, pieces: count })),
      weight: sum('weight', 3),
      volume: sum('volume', 4),
    })
    onClose()
  }
  return (
    <Dialog
      open
      width={640}
      title={t('goods.title', { no: line.waybillNo })}
      onCancel={onClose}
      yes={{ label: t('goods.take', { count: pieces }), refused: wrong, onClick: take }}
    >
      {found.isError ? (
        <LoadError error={found.error} retry={() => void found.refetch()} />
      ) : (
        <LineGrid
          name="goods"
          label={t('goods.label')}
          fixed
          numbered
          value={parts}
          onChange={setTyped}
          columns={[
            { key: 'name', title: t('goods.label'), shown: true, render: ({ name }) => name },
            {
              key: 'package',
              title: t('goods.package'),
              shown: true,
              render: (part) => wordFor('package', part.package, language),
            },
            { key: 'all', title: t('column.pieces'), shown: true, right: true, render: ({ all }) => figure(all) },
            {
              key: 'pieces',
              title: t('goods.pieces'),
              right: true,
              width: 96,
              render: (part, change, props) => (
                <IntegerInput
                  {...props}
                  value={part.pieces}
                  status={part.pieces > part.all ? 'error' : props.status}
                  onChange={(count) => change({ pieces: Number(count ?? 0) })}
                />
              ),
            },
            {
              key: 'weight',
              title: `${t('column.weight')} kg`,
              shown: true,
              right: true,
              render: (part) => weight(part.weight),
            },
            {
              key: 'volume',
              title: `${t('column.volume')} m³`,
              shown: true,
              right: true,
              render: (part) => volume(part.volume),
            },
          ]}
          foot={{
            name: t('totals'),
            pieces: figure(pieces),
            weight: weight(sum('weight', 3)),
            volume: volume(sum('volume', 4)),
          }}
        />
      )}
    </Dialog>
  )
}
