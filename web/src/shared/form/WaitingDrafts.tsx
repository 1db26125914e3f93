import { Button } from 'antd'
import { History } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { draftsOfTab, dropDraft, hasDraft } from '../session/drafts.ts'
import { useSession } from '../session/session.ts'
import { useTab } from '../tabs/useTab.ts'
import { confirm } from '../ui/confirm.ts'
import type { Draft } from './dirty.ts'
import styles from './Form.module.css'
import { usePlace } from './waiting.ts'

/** Over a page: what was typed into a form of it, is not saved, and is not in sight. */
export function WaitingDrafts() {
  const { t } = useTranslation('ui')
  const tab = useTab()
  const userId = useSession((session) => session.userInfo?.UserID ?? 0)
  const { forms, open } = usePlace(tab.path)
  const [, setDropped] = useState(0)
  const waiting = draftsOfTab<Draft<unknown> | null>(userId, tab.path).flatMap(({ form, value }) =>
    value?.title === undefined || forms.includes(form) ? [] : [{ form, title: value.title, opened: value.opened }],
  )
  const discard = async (form: string, title: string) => {
    if (!(await confirm({ title: t('drafts.ask', { title }), yes: t('drafts.drop'), danger: true }))) return
    dropDraft(userId, tab.path, form)
    tab.setDirty(hasDraft(userId, tab.path))
    setDropped((before) => before + 1)
  }
  return waiting.map(({ form, title, opened }) => (
    <div key={form} className={styles.waiting} role="status">
      <History size={14} strokeWidth={1.75} aria-hidden="true" />
      <span>{t('drafts.waiting', { title })}</span>
      {open && opened !== undefined && opened !== null && (
        <Button size="small" onClick={() => open(opened as never)}>
          {t('drafts.goOn')}
        </Button>
      )}
      <Button type="text" size="small" onClick={() => void discard(form, title)}>
        {t('drafts.drop')}
      </Button>
    </div>
  ))
}
