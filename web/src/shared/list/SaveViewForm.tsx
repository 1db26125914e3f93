import { saveView } from '@xunyun/contract/workbench/lists'
import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../action/useAction.ts'
import { useSession } from '../session/session.ts'
import styles from './List.module.css'
import { columnsNow, type Preferences, setViews, withView } from './preferences.ts'

type Props = {
  /** The list's address. */
  readonly list: string
  /** Query of the address as the list stands now. */
  readonly search: string
  readonly preferences: Preferences
  readonly onClose: () => void
}

/** The name of a new view, and whether colleagues have it too. */
export function SaveViewForm({ list, search, preferences, onClose }: Props) {
  const { t } = useTranslation('ui')
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const mayShare = useSession(({ userInfo }) => userInfo?.scope !== 'customer')
  const action = useAction(saveView, { success: t('views.saved') })
  const save = async () => {
    const called = name.trim()
    if (called === '') return
    const columns = columnsNow(preferences)
    setViews(withView(await action.run({ id: undefined, list, name: called, search, columns, shared })))
    onClose()
  }
  const send = () => void save().catch(() => undefined)
  return (
    <div className={styles.saveView}>
      <Input
        autoFocus
        maxLength={30}
        value={name}
        placeholder={t('views.name')}
        aria-label={t('views.name')}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={send}
      />
      <Button type="primary" loading={action.pending} onClick={send}>
        {t('form.save')}
      </Button>
      {mayShare && (
        <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)}>
          {t('views.shareNew')}
        </Checkbox>
      )}
    </div>
  )
}
