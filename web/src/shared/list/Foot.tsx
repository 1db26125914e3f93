import { Select } from 'antd'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { figure } from '../ui/format.ts'
import styles from './List.module.css'
import { pageCount, pageNumbers } from './paging.ts'
import { pageSizes } from './preferences.ts'

type Props = {
  readonly total: number | undefined
  /** The total is of an earlier filter. */
  readonly old: boolean
  readonly page: number
  readonly pageSize: number
  readonly hasNext: boolean
  readonly setPage: (page: number) => void
  readonly setPageSize: (size: number) => void
}

/** How many there are, and the way through them. The total may come later than the rows. */
export function Foot({ total, old, page, pageSize, hasNext, setPage, setPageSize }: Props) {
  const { t } = useTranslation('ui')
  const count = pageCount(total, pageSize)
  const numbers =
    count === undefined ? (page > 1 ? [1, ...(page > 2 ? [null] : []), page] : [1]) : pageNumbers(page, count)
  const [before = '', after = ''] = t('list.total', { number: '\u0000' }).split('\u0000')
  return (
    <div className={styles.foot}>
      <span className={styles.total} aria-live="polite">
        {before}
        <b>{total === undefined || old ? '…' : figure(total)}</b>
        {after}
      </span>
      {Number.isFinite(pageSize) && (
        <Select
          size="small"
          className={styles.pageSize}
          aria-label={t('list.pageSize')}
          value={pageSize}
          options={pageSizes.map((size) => ({ value: size, label: t('list.perPage', { size }) }))}
          onChange={setPageSize}
        />
      )}
      <nav className={styles.pager} aria-label={t('list.pages')}>
        <button type="button" aria-label={t('list.previous')} disabled={page <= 1} onClick={() => setPage(page - 1)}>
          <ChevronLeft size={14} strokeWidth={1.75} />
        </button>
        {numbers.map((number, at) =>
          number === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other name
            <span key={`gap-${at}`}>…</span>
          ) : (
            <button
              key={number}
              type="button"
              aria-current={number === page ? 'page' : undefined}
              onClick={() => setPage(number)}
            >
              {number}
            </button>
          ),
        )}
        <button type="button" aria-label={t('list.next')} disabled={!hasNext} onClick={() => setPage(page + 1)}>
          <ChevronRight size={14} strokeWidth={1.75} />
        </button>
      </nav>
      {count !== undefined && count > 5 && <Jump count={count} setPage={setPage} />}
    </div>
  )
}

function Jump({ count, setPage }: { count: number; setPage: (page: number) => void }) {
  const { t } = useTranslation('ui')
  const [typed, setTyped] = useState('')
  const [before = '', after = ''] = t('list.jump', { page: '\u0000' }).split('\u0000')
  return (
    <form
      className={styles.jump}
      onSubmit={(event) => {
        event.preventDefault()
        const page = Number(typed)
        if (page >= 1) setPage(Math.min(count, page))
        setTyped('')
      }}
    >
      {before}
      <input
        inputMode="numeric"
        aria-label={`${before}${after}`}
        value={typed}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
      />
      {after}
    </form>
  )
}
