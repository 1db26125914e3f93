import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../../shared/action/ReasonDialog.tsx'

type Props<S extends string> = {
  /** The record as it is now: its last step is known of one alone, not in the list. */
  readonly of: UseQueryResult<{ readonly undoes: S | null }>
  readonly no: string
  readonly word: (step: S) => string
  readonly onUndo: (reason: string) => Promise<unknown>
  readonly onClose: () => void
}

/** 撤销 of the last step: which it is stands in the title and on the button. */
export function UndoDialog<S extends string>({ of, no, word, onUndo, onClose }: Props<S>) {
  const { t } = useTranslation('handedOut')
  if (of.isFetching) return null
  // Undone meanwhile, or not to be known: the server says why it cannot be.
  const step = of.data?.undoes ?? null
  const act = step === null ? t('act.undo') : t('undo.act', { step: word(step) })
  return (
    <ReasonDialog
      title={`${act} ${no}`}
      label={t('reason.undo')}
      yes={act}
      danger
      onClose={onClose}
      onSubmit={onUndo}
    />
  )
}
