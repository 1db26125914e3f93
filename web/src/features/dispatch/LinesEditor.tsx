import { Button } from 'antd'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IntegerInput } from '../../shared/form/inputs.tsx'
import { Route } from '../../shared/grid/column.tsx'
import { figure, volume, weight } from '../../shared/ui/format.ts'
import styles from './Dispatch.module.css'
import { type LineRow, lineKey, loadOf, startOf, type TripType } from './lines.ts'
import { PickDialog } from './PickDialog.tsx'

type Props = {
  value?: readonly LineRow[]
  onChange?: (lines: readonly LineRow[]) => void
  type: TripType
  fromOutletId: number | undefined
  /** Messages of the server by line index: `0.pieces`. */
  errors: ReadonlyMap<number, string>
}

/** What the trip carries: part of a waybill's pieces may go. */
export function LinesEditor({ value = [], onChange, type, fromOutletId, errors }: Props) {
  const { t } = useTranslation('dispatch')
  const [picking, setPicking] = useState(false)
  const change = (index: number, patch: Partial<LineRow>) =>
    onChange?.(value.map((line, at) => (at === index ? { ...line, ...patch } : line)))
  const sums = loadOf(value)
  return (
    <>
      <div className={styles.frame}>
        <table className={styles.lines}>
          <thead>
            <tr>
              <th>{t('form.seq')}</th>
              <th>{t('column.waybillNo')}</th>
              <th>{t('column.customer')}</th>
              <th>{t('column.route')}</th>
              <th>{t('column.at')}</th>
              <th className={styles.right}>{t('form.pieces')}</th>
              <th className={styles.right}>{t('form.canLoad')}</th>
              <th className={styles.right}>{t('column.weight')} kg</th>
              <th className={styles.right}>{t('column.volume')} m³</th>
              <th aria-label={t('act.remove')} />
            </tr>
          </thead>
          <tbody>
            {value.map((line, index) => {
              const part = loadOf([line])
              const wrong = errors.get(index) ?? (line.pieces > line.free ? t('form.canLoad') : undefined)
              return (
                <tr key={lineKey(line)}>
                  <td className={styles.quiet}>{index + 1}</td>
                  <td>{line.waybillNo}</td>
                  <td className={styles.clip}>{line.customerName ?? '—'}</td>
                  <td>
                    <Route from={line.shipperCity} to={line.consigneeCity} />
                  </td>
                  <td>{line.fromName}</td>
                  <td className={styles.pieces}>
                    <IntegerInput
                      aria-label={`${t('form.pieces')} ${line.waybillNo}`}
                      status={wrong ? 'error' : undefined}
                      value={line.pieces}
                      onChange={(pieces) => change(index, { pieces: Number(pieces ?? 0) })}
                    />
                    {errors.get(index) && (
                      <div className={styles.wrong} role="alert">
                        {errors.get(index)}
                      </div>
                    )}
                  </td>
                  <td className={styles.right}>{figure(line.free)}</td>
                  <td className={styles.right}>{weight(part.weight)}</td>
                  <td className={styles.right}>{volume(part.volume)}</td>
                  <td>
                    <Button
                      type="text"
                      size="small"
                      aria-label={t('form.remove', { no: line.waybillNo })}
                      icon={<X size={14} strokeWidth={1.75} />}
                      onClick={() => onChange?.(value.filter((_, at) => at !== index))}
                    />
                  </td>
                </tr>
              )
            })}
            {value.length === 0 && (
              <tr>
                <td colSpan={10} className={styles.none}>
                  {t('form.noLines')}
                </td>
              </tr>
            )}
          </tbody>
          {value.length > 0 && (
            <tfoot>
              <tr>
                <td />
                <td colSpan={4}>{t('totals')}</td>
                <td className={styles.right}>{figure(sums.pieces)}</td>
                <td />
                <td className={styles.right}>{weight(sums.weight)}</td>
                <td className={styles.right}>{volume(sums.volume)}</td>
                <td />
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      <Button className={styles.pick} icon={<Plus size={14} strokeWidth={2} />} onClick={() => setPicking(true)}>
        {t('form.addLines')}
      </Button>
      {picking && (
        <PickDialog
          start={startOf(type, fromOutletId, value)}
          taken={new Set(value.map(lineKey))}
          onClose={() => setPicking(false)}
          onPick={(lines) => {
            onChange?.([...value, ...lines])
            setPicking(false)
          }}
        />
      )}
    </>
  )
}
