import type { WaitingRow } from '@xunyun/contract/dispatch/calls'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IntegerInput } from '../../../shared/form/inputs.tsx'
import { LineGrid } from '../../../shared/form/LineGrid.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { figure } from '../../../shared/ui/format.ts'
import { waitingKey } from '../lines.ts'
import styles from './Board.module.css'
import { type Card, type Cargo, cargoOfWaiting, fitOf, rateOf, takesDrop } from './cards.ts'
import { plateText } from './Plate.tsx'

type Props = {
  readonly rows: readonly WaitingRow[]
  readonly cards: readonly Card[]
  readonly target: string | null
  readonly onPut: (card: Card, cargo: readonly Cargo[]) => void
  readonly onClose: () => void
}
type Part = { readonly key: string; readonly row: WaitingRow; readonly pieces: number }

/** Of each waybill a part of its pieces; the rest waits on. */
export default function PartDialog({ rows, cards, target, onPut, onClose }: Props) {
  const { t } = useTranslation(['board', 'dispatch'])
  const open = cards.filter(takesDrop)
  const [chosen, choose] = useState(target)
  const [parts, setParts] = useState<readonly Part[]>(() =>
    rows.map((row) => ({ key: waitingKey(row), row, pieces: row.free })),
  )
  const card = open.find(({ key }) => key === chosen)
  const isRight = ({ pieces, row }: Part) => Number.isInteger(pieces) && pieces >= 0 && pieces <= row.free
  const wrong = new Map(
    parts.flatMap((part, at) =>
      isRight(part) ? [] : [[`${at}.pieces`, t('part.most', { pieces: figure(part.row.free) })] as const],
    ),
  )
  const cargo =
    wrong.size > 0 ? [] : parts.flatMap(({ row, pieces }) => (pieces > 0 ? [cargoOfWaiting(row, pieces)] : []))
  const fit = card && fitOf(card, cargo)
  return (
    <Dialog
      open
      title={t('act.part')}
      width={560}
      onCancel={onClose}
      yes={{
        label: card ? t('act.putOnto', { plate: plateText(card.plateNo) }) : t('act.put'),
        refused: card ? (fit?.taken.length ? null : t('part.none')) : t('part.vehicleFirst'),
        onClick: () => {
          if (!card || !fit) return
          onPut(card, fit.taken)
          onClose()
        },
      }}
    >
      <LineGrid
        name="parts"
        label={t('act.part')}
        fixed
        value={parts}
        onChange={setParts}
        errors={wrong}
        leaves
        columns={[
          { key: 'no', title: t('dispatch:column.waybillNo'), shown: true, render: ({ row }) => row.waybillNo },
          { key: 'free', title: t('part.free'), shown: true, right: true, render: ({ row }) => figure(row.free) },
          {
            key: 'pieces',
            title: t('part.pieces'),
            right: true,
            render: (part, change, props) => (
              <IntegerInput
                {...props}
                value={part.pieces}
                onChange={(pieces) => change({ pieces: Number(pieces ?? 0) })}
              />
            ),
          },
        ]}
      />
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the select below is the control */}
      <label className={styles.onto}>
        <span>{t('part.vehicle')}</span>
        <Select
          value={card?.key}
          aria-label={t('part.vehicle')}
          placeholder={t('dispatch:form.choose')}
          onChange={choose}
          showSearch={{ optionFilterProp: 'label' }}
          options={open.map((one) => ({
            value: one.key,
            label: `${plateText(one.plateNo)} ${one.driverName ?? ''} ${one.trip?.arrangementNo ?? ''}`.trim(),
          }))}
        />
        {fit && <span data-tone={rateOf(fit.after) > 100 ? 'red' : undefined}>{rateOf(fit.after)}%</span>}
      </label>
    </Dialog>
  )
}
