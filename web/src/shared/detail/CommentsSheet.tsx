import type { RecordKind } from '@xunyun/contract/workbench/comments'
import { useTranslation } from 'react-i18next'
import { Sheet } from '../ui/Sheet.tsx'
import { Attachments } from './Attachments.tsx'
import { Comments } from './Comments.tsx'

type Props = {
  readonly entity: RecordKind
  readonly id: number
  /** What the record is called. */
  readonly title: string
  readonly onClose: () => void
}

/** Comments and papers of a record that has no page of its own. Drawn while it is looked at. */
export function CommentsSheet({ entity, id, title, onClose }: Props) {
  const { t } = useTranslation('ui')
  return (
    <Sheet title={`${t('talk.title')} · ${title}`} onClose={onClose}>
      <Comments entity={entity} entityId={id} />
      <Attachments entity={entity} entityId={id} />
    </Sheet>
  )
}
