import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { PlannedTakes } from '@xunyun/contract/warehouse/kitting/kitOrders'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import table from '../../../shared/detail/Lines.module.css'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { figure } from '../../../shared/ui/format.ts'
import styles from './Kitting.module.css'
import { type Drafts, offeredTakes } from './orderDraft.ts'
import { Wrong } from './partCells.tsx'

type Props = {
  readonly lines: readonly PlannedTakes[]
  readonly drafts: Drafts
  readonly onChange: ((parts: Drafts) => void) | undefined
}

/** Parts of an assembly with the places they are taken from. */
export function Takes({ lines, drafts, onChange }: Props) {
  const { t } = useTranslation('warehouse/kitting')
  const language = useLanguage()
  return (
    <div className={table.frame}>
      <table className={table.lines} aria-label={t('order.takes')}>
        <thead>
          <tr>
            <th>{t('field.part')}</th>
            <th className={table.right}>{t('field.qtyPer')}</th>
            <th className={table.right}>{t('field.needed')}</th>
            <th>{t('order.from')}</th>
            <th className={table.right}>{t('field.missing')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => {
            const unit = wordFor('unit', line.baseUnit, language)
            const isShort = compareDecimal(line.missing, '0') > 0
            return (
              <tr key={line.partId}>
                <td className={table.goods}>
                  <b>{line.itemNo}</b>
                  <small>{line.name}</small>
                </td>
                <td className={table.right}>{figure(line.qtyPer)}</td>
                <td className={table.right}>
                  {figure(line.qty)} <span className={table.quiet}>{unit}</span>
                </td>
                <td>
                  {line.takes.length === 0 ? (
                    '—'
                  ) : (
                    <ul className={styles.takes}>
                      {line.takes.map((take) => (
                        <li key={take.stockId}>
                          {take.locationCode} × {figure(take.qty)}{' '}
                          <small>{[take.containerCode, take.batchNo, take.expiry].filter(Boolean).join(' · ')}</small>
                        </li>
                      ))}
                    </ul>
                  )}
                  {line.serialControlled && (
                    <Input.TextArea
                      className={styles.numbers}
                      autoSize={{ minRows: 1, maxRows: 6 }}
                      placeholder={t('hint.serials')}
                      aria-label={`${t('field.serials')} ${line.itemNo}`}
                      value={drafts[line.partId]?.serials ?? offeredTakes(line).join('\n')}
                      onChange={({ target }) =>
                        onChange?.({ ...drafts, [line.partId]: { serials: target.value || undefined } })
                      }
                    />
                  )}
                  <Wrong at={at} field="serials" />
                </td>
                <td className={table.right}>
                  {isShort ? <span className={styles.missing}>{figure(line.missing)}</span> : '—'}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
