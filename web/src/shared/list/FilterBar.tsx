import { Button, Popover } from 'antd'
import { ListFilter, Search, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PhoneBarActions } from '../ui/PhoneBarActions.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { useIsPhone } from '../ui/useDevice.ts'
import { FilterMode } from './filterMode.tsx'
import styles from './List.module.css'

type Props = {
  readonly filters?: ReactNode
  readonly more?: ReactNode
  /** Filters beside the default: whether there is something to clear. */
  readonly activeCount: number
  readonly onReset: () => void
  readonly onSearch: () => void
  /** Behind the chips. */
  readonly beside?: ReactNode
  /** On a phone, right of the chips: the figure that matters. */
  readonly aside?: ReactNode
}

/** Open filters, the others behind 更多, and below them what is in force. */
export function FilterBar(props: Props) {
  const isPhone = useIsPhone()
  const { filters, more } = props
  if (!filters && !more) return null
  return isPhone ? <PhoneFilters {...props} /> : <WideFilters {...props} />
}

function useChipCount(): [number, (change: 1 | -1) => void] {
  const [count, setCount] = useState(0)
  return [count, useCallback((change) => setCount((before) => before + change), [])]
}

function WideFilters(props: Props) {
  const { filters, more, activeCount, onSearch } = props
  const { t } = useTranslation('ui')
  const [open, setOpen] = useState(false)
  const [moreCount, onChip] = useChipCount()
  const counted = useMemo(() => ({ kind: 'chip', onChip }) as const, [onChip])
  return (
    <search className={styles.filterArea}>
      <form
        className={styles.filters}
        onSubmit={(event) => {
          event.preventDefault()
          onSearch()
        }}
      >
        {filters}
        {more && (
          <Popover
            trigger="click"
            placement="bottomLeft"
            arrow={false}
            open={open}
            onOpenChange={setOpen}
            content={<div className={styles.more}>{more}</div>}
          >
            <Button icon={<SlidersHorizontal size={14} strokeWidth={1.75} />} aria-expanded={open}>
              {t('list.moreFilters')}
              {moreCount > 0 && <span className={styles.moreCount}>{moreCount}</span>}
            </Button>
          </Popover>
        )}
        <Button htmlType="submit">
          {t('list.search')}
          <kbd className={styles.key}>Enter</kbd>
        </Button>
      </form>
      <Chips {...props} counted={counted} activeCount={activeCount} />
    </search>
  )
}

type ChipsProps = Props & { counted: { kind: 'chip'; onChip?: (change: 1 | -1) => void } }
const chip = { kind: 'chip' } as const

function Chips({ filters, more, counted, activeCount, onReset, beside, aside }: ChipsProps) {
  const { t } = useTranslation('ui')
  return (
    <div className={styles.chips}>
      <FilterMode value={chip}>{filters}</FilterMode>
      <FilterMode value={counted}>{more}</FilterMode>
      {activeCount > 0 && (
        <button type="button" className={styles.clear} onClick={onReset}>
          {t('list.clearAll')}
        </button>
      )}
      {activeCount > 0 && beside}
      {aside && <span className={styles.chipsAside}>{aside}</span>}
    </div>
  )
}

function PhoneFilters(props: Props) {
  const { filters, more, activeCount, onReset, onSearch } = props
  const { t } = useTranslation('ui')
  const [open, setOpen] = useState(false)
  const search = () => {
    onSearch()
    setOpen(false)
  }
  return (
    <>
      <PhoneBarActions>
        <button type="button" className={styles.barButton} aria-label={t('list.search')} onClick={() => setOpen(true)}>
          <Search size={20} strokeWidth={1.6} />
        </button>
        <button type="button" className={styles.barButton} aria-label={t('list.filters')} onClick={() => setOpen(true)}>
          <ListFilter size={20} strokeWidth={1.6} />
          {activeCount > 0 && <i className={styles.dot} />}
        </button>
      </PhoneBarActions>
      <Chips {...props} counted={chip} />
      {open && (
        <Sheet
          title={t('list.filters')}
          onClose={() => setOpen(false)}
          footer={
            <div className={styles.sheetFoot}>
              <Button onClick={onReset}>{t('list.clearAll')}</Button>
              <Button type="primary" onClick={search}>
                {t('list.search')}
              </Button>
            </div>
          }
        >
          <form
            className={styles.phoneFilters}
            onSubmit={(event) => {
              event.preventDefault()
              search()
            }}
          >
            {filters}
            {more}
            <input type="submit" hidden />
          </form>
        </Sheet>
      )}
    </>
  )
}
