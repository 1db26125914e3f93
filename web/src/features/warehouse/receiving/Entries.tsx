import { wordFor } from '@xunyun/contract/dictionary'
import { isAble } from '@xunyun/contract/kernel/ability'
import { type ReceiptDetail, type ReceiptEntryRow, takeBackEntry } from '@xunyun/contract/warehouse/receiving/calls'
import { Button, ConfigProvider } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { confirm } from '../../../shared/ui/confirm.ts'
import { dateTime, figure } from '../../../shared/ui/format.ts'
import { StateTag } from '../../../shared/ui/StateTag.tsx'
import type { Print } from '../../printing/index.ts'
import { inboundPaths } from './paths.ts'
import styles from './Receiving.module.css'
import { containersOf, lotsOf } from './receiptPapers.ts'

const tones = { received: 'green', damaged: 'red', short: 'orange' } as const

/** What was counted in, latest first; a wrong count is taken back, never changed. */
export function Entries({ receipt, print }: { receipt: ReceiptDetail; print: Print }) {
  const { t } = useTranslation('warehouse/receiving')
  const language = useLanguage()
  const mayTakeBack = isAble(receipt, 'takeBack')
  const takeBack = useAction(takeBackEntry, { refresh: inboundPaths })
  const ask = async (entry: ReceiptEntryRow) => {
    const title = t('desk.takeBackAsk', { item: entry.itemNo, qty: figure(entry.qty) })
    if (await confirm({ title, text: t('desk.takeBackText'), yes: t('act.takeBack'), danger: true }))
      await takeBack.run({ entryId: entry.id })
  }
  if (receipt.entries.length === 0) return <p className={styles.nothing}>{t('desk.noEntries')}</p>
  return (
    <div className={styles.frame}>
      <table className={styles.lines} aria-label={t('desk.entries')}>
        <thead>
          <tr>
            <th>{t('field.at')}</th>
            <th>{t('field.by')}</th>
            <th>{t('field.itemNo')}</th>
            <th>{t('field.kind')}</th>
            <th className={styles.right}>{t('field.quantity')}</th>
            <th>{t('field.batchNo')}</th>
            <th>{t('field.expiry')}</th>
            <th>{t('field.containerCode')}</th>
            <th>{t('field.location')}</th>
            <th>{t('field.serials')}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {receipt.entries.map((entry) => (
            <tr key={entry.id} data-void={entry.reversedAt !== null || undefined}>
              <td>{dateTime(entry.at)}</td>
              <td>{entry.byName}</td>
              <td>{entry.itemNo}</td>
              <td>
                <StateTag tone={tones[entry.kind]}>{t(`kind.${entry.kind}`)}</StateTag>
              </td>
              <td className={styles.right}>
                {figure(entry.qty)} {wordFor('unit', entry.baseUnit, language)}
              </td>
              <td>{entry.batchNo ?? '—'}</td>
              <td>{entry.expiry ?? '—'}</td>
              <td>{entry.containerCode ?? '—'}</td>
              <td>{entry.locationCode ?? '—'}</td>
              <td title={entry.serials.join('\n')}>
                {entry.serials.length > 3
                  ? `${entry.serials.slice(0, 3).join(', ')} … ${entry.serials.length}`
                  : entry.serials.join(', ') || '—'}
              </td>
              <td>
                {entry.reversedAt !== null ? (
                  <span className={styles.quiet}>
                    {t('desk.reversed', { name: entry.reversedByName ?? '', at: dateTime(entry.reversedAt) })}
                  </span>
                ) : (
                  // Of a receipt that is only looked at by now, too.
                  <ConfigProvider componentDisabled={false}>
                    {[...print.action('lot', lotsOf([entry])), ...print.action('container', containersOf([entry]))].map(
                      ({ key, label, onClick }) => (
                        <Button key={key} size="small" type="link" onClick={onClick}>
                          {label}
                        </Button>
                      ),
                    )}
                    {mayTakeBack && (
                      <Button
                        size="small"
                        type="link"
                        danger
                        loading={takeBack.pending}
                        onClick={() => void ask(entry).catch(() => undefined)}
                      >
                        {t('act.takeBack')}
                      </Button>
                    )}
                  </ConfigProvider>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
