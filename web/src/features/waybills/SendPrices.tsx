import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { exportPriceSheet, type WaybillRow } from '@xunyun/contract/waybills/calls'
import { markPricesSent } from '@xunyun/contract/waybills/charges'
import { Button } from 'antd'
import { Download, Mail } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { report } from '../../shared/api/api.ts'
import { download } from '../../shared/api/download.ts'
import { exportAsJob, isForJob } from '../../shared/jobs/exportAsJob.ts'
import { money } from '../../shared/ui/format.ts'
import { Sheet } from '../../shared/ui/Sheet.tsx'
import styles from './Charges.module.css'
import { MailPrices } from './MailPrices.tsx'

export type Sendable = Pick<WaybillRow, 'id' | 'customerId' | 'customerName' | 'receivable'>
type Props = {
  readonly rows: readonly Sendable[]
  readonly refresh: readonly string[]
  readonly onClose: () => void
}

/** 发客户: a sheet for each customer, with room for the answers; it comes back by import. */
export function SendPrices({ rows, refresh, onClose }: Props) {
  const { t } = useTranslation('waybills')
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set())
  const [mailing, setMailing] = useState<number | null>(null)
  const [mailed, setMailed] = useState<ReadonlySet<number>>(new Set())
  const mark = useAction(markPricesSent, { refresh: [...refresh] })
  const customers = Map.groupBy(
    rows.filter(({ customerId }) => customerId !== null),
    ({ customerId }) => customerId as number,
  )
  const walkIns = rows.filter(({ customerId }) => customerId === null).length
  const take = async (customerId: number, customerName: string | undefined, ids: readonly number[]) => {
    try {
      const input = { customerId, customerName, ids: [...ids], columns: undefined }
      if (isForJob(ids, undefined)) await exportAsJob(exportPriceSheet, input, ids.length)
      else await download(exportPriceSheet, input)
      await mark.run({ ids: [...ids] })
      setTaken((before) => new Set(before).add(customerId))
    } catch (error) {
      report(error, {})
    }
  }
  const addressed = mailing === null ? undefined : customers.get(mailing)
  if (mailing !== null && addressed !== undefined)
    return (
      <MailPrices
        customerId={mailing}
        customerName={addressed[0]?.customerName ?? ''}
        ids={addressed.map(({ id }) => id)}
        onSent={() => setMailed((before) => new Set(before).add(mailing))}
        onClose={() => setMailing(null)}
      />
    )
  return (
    <Sheet width={520} title={t('price.act.send')} onClose={onClose}>
      <p className={styles.quiet}>{t('price.sendHint')}</p>
      <ul className={styles.sheets}>
        {[...customers].map(([id, theirs]) => (
          <li key={id}>
            <span>{theirs[0]?.customerName}</span>
            <span className={styles.quiet}>
              {t('price.sendCount', {
                count: theirs.length,
                amount: money(
                  sumDecimals(
                    theirs.map(({ receivable }) => receivable ?? '0'),
                    2,
                  ),
                ),
              })}
            </span>
            <span className={styles.sheetActs}>
              <Button
                size="small"
                icon={<Download size={14} strokeWidth={1.75} />}
                onClick={() =>
                  void take(
                    id,
                    theirs[0]?.customerName ?? undefined,
                    theirs.map((one) => one.id),
                  )
                }
              >
                {t(taken.has(id) ? 'price.sendAgain' : 'price.sendTake')}
              </Button>
              <Button size="small" icon={<Mail size={14} strokeWidth={1.75} />} onClick={() => setMailing(id)}>
                {t('price.sendMail')}
              </Button>
              {mailed.has(id) && <small role="status">{t('price.mailWaits')}</small>}
            </span>
          </li>
        ))}
      </ul>
      {walkIns > 0 && customers.size > 0 && (
        <p className={styles.quiet}>{t('price.sendWalkIns', { count: walkIns })}</p>
      )}
      {rows.length > 0 && customers.size === 0 && <p>{t('price.sendNobody')}</p>}
    </Sheet>
  )
}
