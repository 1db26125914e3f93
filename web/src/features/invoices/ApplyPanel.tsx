import { useQuery } from '@tanstack/react-query'
import { getInvoicePath } from '@xunyun/contract/invoices/calls'
import { headOf, type ReckonedLine } from '@xunyun/contract/invoices/lines'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { q } from '../../shared/api/query.ts'
import { figure, money } from '../../shared/ui/format.ts'
import { type ApplyGap, lineName } from './applyGaps.ts'
import type { ApplyPart } from './applyLines.ts'
import styles from './Invoices.module.css'

type Props = {
  readonly lines: readonly ReckonedLine[]
  readonly parts: readonly ApplyPart[]
  readonly gaps: readonly ApplyGap[]
}
const atOnce = 12

/** What it comes to, what is still missing, who will review, and its lines. */
export function ApplyPanel({ lines, parts, gaps }: Props) {
  const { t } = useTranslation('invoices')
  const [whole, setWhole] = useState(false)
  const head = headOf(lines)
  const isSome = compareDecimal(head.gross, '0') > 0
  const path = useQuery({ ...q(getInvoicePath, { amount: head.gross }), enabled: isSome })
  const waybills = new Set(parts.flatMap(({ waybillNo }) => waybillNo ?? [])).size
  const shown = whole ? lines : lines.slice(0, atOnce)
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
      {gaps.length > 0 && (
        <>
          <h3 className={styles.sideTitle}>{t('apply.gaps')}</h3>
          <ul className={styles.path} aria-label={t('apply.gaps')}>
            {gaps.slice(0, atOnce).map(({ what, of }) => (
              <li key={`${what} ${of ?? ''}`} className={styles.problem}>
                {[of, t(`apply.gap.${what}`)].filter(Boolean).join(' · ')}
              </li>
            ))}
            {gaps.length > atOnce && <li>{t('apply.moreGaps', { count: gaps.length - atOnce })}</li>}
          </ul>
        </>
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
      {lines.length > 0 && (
        <>
          <h3 className={styles.sideTitle}>{t('detail.lines')}</h3>
          <p className={styles.figures} aria-hidden>
            <span>{t('line.gross')}</span>
            <span>{t('line.net')}</span>
            <span>{t('line.tax')}</span>
          </p>
          <ul className={styles.path} aria-label={t('detail.lines')}>
            {shown.map((line) => (
              <li key={line.key}>
                <span>{[lineName(line), `${line.rate}%`].join(' · ')}</span>
                <div className={styles.figures}>
                  <span title={t('line.gross')}>{money(line.gross)}</span>
                  <span title={t('line.net')}>{money(line.net)}</span>
                  <span title={t('line.tax')}>{money(line.tax)}</span>
                </div>
              </li>
            ))}
          </ul>
          {shown.length < lines.length && (
            <Button size="small" type="link" onClick={() => setWhole(true)}>
              {t('apply.moreLines', { count: lines.length - shown.length })}
            </Button>
          )}
        </>
      )}
    </aside>
  )
}
