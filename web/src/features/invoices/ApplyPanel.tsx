import { useQuery } from '@tanstack/react-query'
import { getInvoicePath } from '@xunyun/contract/invoices/calls'
import { headOf, type ReckonedLine } from '@xunyun/contract/invoices/lines'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { useTranslation } from 'react-i18next'
import { q } from '../../shared/api/query.ts'
import { figure, money } from '../../shared/ui/format.ts'
import type { ApplyPart } from './applyLines.ts'
import styles from './Invoices.module.css'

/** What the lines come to, and who will review. */
export function ApplyPanel({ lines, parts }: { lines: readonly ReckonedLine[]; parts: readonly ApplyPart[] }) {
  const { t } = useTranslation('invoices')
  const head = headOf(lines)
  const isSome = compareDecimal(head.gross, '0') > 0
  const path = useQuery({ ...q(getInvoicePath, { amount: head.gross }), enabled: isSome })
  const waybills = new Set(parts.flatMap(({ waybillNo }) => waybillNo ?? [])).size
  return (
    <aside className={styles.side} aria-label={t('apply.sums')}>
      <dl className={styles.sums}>
        {(
          [
            [t('column.waybills'), figure(waybills)],
            [t('column.charges'), figure(parts.length)],
            [t('line.gross'), money(head.gross)],
            [t('line.net'), money(head.net)],
            [t('line.tax'), money(head.tax)],
          ] as const
        ).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {lines.length > 0 && (
        <ul className={styles.path}>
          {lines.slice(0, 12).map((line) => (
            <li key={line.key}>
              <span>{[line.itemName, line.of, `${line.rate}%`].filter(Boolean).join(' · ')}</span>
              <b>
                {money(line.net)} + {money(line.tax)}
              </b>
            </li>
          ))}
        </ul>
      )}
      <h3 className={styles.sideTitle}>{t('apply.reviewers')}</h3>
      {path.data?.problem ? (
        <p className={styles.problem}>{path.data.problem}</p>
      ) : (
        <ol className={styles.path}>
          {(isSome ? (path.data?.levels ?? []) : []).map((who, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: levels never move
            <li key={at}>{who}</li>
          ))}
        </ol>
      )}
    </aside>
  )
}
