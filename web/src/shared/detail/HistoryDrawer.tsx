import type { Call } from '@xunyun/contract/kernel/call'
import { useTranslation } from 'react-i18next'
import { Sheet } from '../ui/Sheet.tsx'
import { History, type HistoryWords } from './History.tsx'

type Props = HistoryWords & {
  /** Which record. */
  readonly title: string
  /** Answers history entries of an id. */
  readonly call: Call
  readonly id: number
  readonly onClose: () => void
}

/** What happened to a master record. Drawn while it is looked at: `{shown && <HistoryDrawer …/>}`. */
export function HistoryDrawer({ title, onClose, ...history }: Props) {
  const { t } = useTranslation('ui')
  return (
    <Sheet title={`${t('history.title')} · ${title}`} onClose={onClose}>
      <History {...history} />
    </Sheet>
  )
}
