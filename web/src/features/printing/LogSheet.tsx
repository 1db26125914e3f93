import { useQuery } from '@tanstack/react-query'
import { getPrintLog } from '@xunyun/contract/printing/calls'
import type { PrintType } from '@xunyun/contract/printing/papers'
import { useTranslation } from 'react-i18next'
import { q } from '../../shared/api/query.ts'
import { dateTime } from '../../shared/ui/format.ts'
import { Empty, LoadError } from '../../shared/ui/Notice.tsx'
import { Sheet } from '../../shared/ui/Sheet.tsx'
import styles from './Printing.module.css'

type Props = { readonly type: PrintType; readonly id: number; readonly no: string; readonly onClose: () => void }

/** Who printed a paper when, how and which pieces. */
export function LogSheet({ type, id, no, onClose }: Props) {
  const { t } = useTranslation('printing')
  const log = useQuery(q(getPrintLog, { type, id }))
  return (
    <Sheet title={t('log.title', { no })} onClose={onClose}>
      {log.isError && <LoadError error={log.error} retry={() => void log.refetch()} />}
      {log.data?.length === 0 && <Empty title={t('log.none')} />}
      <ol className={styles.rows}>
        {log.data?.map((entry) => (
          <li key={entry.id} className={styles.row}>
            <div>
              {dateTime(entry.at)} {entry.byName} · {t(`way.${entry.way}`)}
              {entry.reprint > 0 && ` · ${t('log.reprint', { n: entry.reprint })}`}
            </div>
            <div className={styles.hint}>
              {[
                entry.templateName,
                entry.printer,
                entry.pieceFrom !== null && entry.pieceTo !== null
                  ? t('log.pieces', { from: entry.pieceFrom, to: entry.pieceTo })
                  : '',
                entry.copies > 1 ? t('log.copies', { n: entry.copies }) : '',
                entry.whole ? '' : t('log.stopped'),
              ]
                .filter(Boolean)
                .join(' · ')}
            </div>
          </li>
        ))}
      </ol>
    </Sheet>
  )
}
