import type { Call } from '@xunyun/contract/kernel/call'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowAction } from '../grid/types.ts'
import { late } from '../ui/late.tsx'
import type { HistoryWords } from './History.tsx'

const HistoryDrawer = late(() => import('./HistoryDrawer.tsx').then((file) => file.HistoryDrawer))

/** The row action 日志 of a record and the drawer it opens. `call` answers history entries of an id. */
export function useHistory(
  call: Call,
  words: HistoryWords,
): {
  readonly open: (id: number, title: string) => void
  readonly action: (id: number, title: string) => RowAction
  readonly drawer: ReactNode
} {
  const { t } = useTranslation('ui')
  const [shown, setShown] = useState<{ readonly id: number; readonly title: string } | null>(null)
  const open = (id: number, title: string) => setShown({ id, title })
  return {
    open,
    action: (id, title) => ({ key: 'history', label: t('history.title'), onClick: () => open(id, title) }),
    drawer: shown && <HistoryDrawer {...shown} call={call} {...words} onClose={() => setShown(null)} />,
  }
}
