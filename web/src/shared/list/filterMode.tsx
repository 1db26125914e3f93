import { X } from 'lucide-react'
import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './List.module.css'

type Mode = {
  readonly kind: 'control' | 'chip'
  /** Told of every chip that comes and goes. */
  readonly onChip?: (change: 1 | -1) => void
}

/**
 * The page writes each filter once. It is drawn twice: as what one chooses with, and, while in force, as a chip that
 * takes it away.
 */
export const FilterMode = createContext<Mode>({ kind: 'control' })
export const useIsChip = (): boolean => useContext(FilterMode).kind === 'chip'

type ChipProps = { label?: ReactNode; children: ReactNode; onClear: () => void }

/** A filter in force, and its end. */
export function Chip({ label, children, onClear }: ChipProps) {
  const { t } = useTranslation('ui')
  const { onChip } = useContext(FilterMode)
  useLayoutEffect(() => {
    onChip?.(1)
    return () => onChip?.(-1)
  }, [onChip])
  return (
    <span className={styles.chip}>
      {label && <span className={styles.chipLabel}>{label}</span>}
      <b>{children}</b>
      <button type="button" aria-label={t('list.removeFilter')} onClick={onClear}>
        <X size={12} strokeWidth={1.75} />
      </button>
    </span>
  )
}
