import type { RecordKind } from '@xunyun/contract/workbench/comments'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowAction } from '../grid/types.ts'
import { useSession } from '../session/session.ts'
import { late } from '../ui/late.tsx'

const CommentsSheet = late(() => import('./CommentsSheet.tsx').then((file) => file.CommentsSheet))

/** The row action 讨论 and the panel it opens; a customer's account has neither. */
export function useComments(entity: RecordKind): {
  readonly rowAction: (id: number, title: string) => RowAction[]
  readonly sheet: ReactNode
} {
  const { t } = useTranslation('ui')
  const isCustomer = useSession(({ userInfo }) => userInfo?.scope === 'customer')
  const [open, setOpen] = useState<{ readonly id: number; readonly title: string } | null>(null)
  return {
    rowAction: (id, title) =>
      isCustomer ? [] : [{ key: 'talk', label: t('talk.title'), onClick: () => setOpen({ id, title }) }],
    sheet: open && <CommentsSheet entity={entity} id={open.id} title={open.title} onClose={() => setOpen(null)} />,
  }
}
