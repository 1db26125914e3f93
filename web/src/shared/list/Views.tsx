import { Button, Dropdown, Input, Popover } from 'antd'
import { Bookmark, ChevronDown, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './List.module.css'
import type { View } from './preferences.ts'

type Props = {
  readonly views: readonly View[]
  /** Query of the address as the list stands now. */
  readonly search: string
  readonly onOpen: (search: string) => void
  readonly onChange: (views: readonly View[]) => void
}

/** Filters, tab and sort under a name of one's own, at the right of the state tabs. */
export function Views({ views, search, onOpen, onChange }: Props) {
  const { t } = useTranslation('kit')
  if (views.length === 0) return null
  const now = views.find((view) => view.search === search)
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        selectable: true,
        selectedKeys: now ? [now.name] : [],
        items: views.map((view) => ({
          key: view.name,
          label: (
            <span className={styles.view}>
              {view.name}
              <button
                type="button"
                aria-label={t('views.remove', { name: view.name })}
                onClick={(event) => {
                  event.stopPropagation()
                  onChange(views.filter((other) => other !== view))
                }}
              >
                <X size={12} strokeWidth={1.75} />
              </button>
            </span>
          ),
        })),
        onClick: ({ key }) => onOpen(views.find((view) => view.name === key)?.search ?? ''),
      }}
    >
      <button type="button" className={styles.views}>
        <Bookmark size={14} strokeWidth={1.75} />
        {now?.name ?? t('views.label')}
        <ChevronDown size={14} strokeWidth={1.75} />
      </button>
    </Dropdown>
  )
}

/** Beside the chips: keeps what is in force under a name. */
export function SaveView({ views, search, onChange }: Omit<Props, 'onOpen'>) {
  const { t } = useTranslation('kit')
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  if (views.some((view) => view.search === search)) return null
  const save = () => {
    const called = name.trim()
    if (called === '') return
    onChange([...views.filter((view) => view.name !== called), { name: called, search }])
    setName('')
    setOpen(false)
  }
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={
        <div className={styles.saveView}>
          <Input
            autoFocus
            maxLength={20}
            value={name}
            placeholder={t('views.name')}
            aria-label={t('views.name')}
            onChange={(event) => setName(event.target.value)}
            onPressEnter={save}
          />
          <Button type="primary" onClick={save}>
            {t('form.save')}
          </Button>
        </div>
      }
    >
      <button type="button" className={styles.clear}>
        {t('views.save')}
      </button>
    </Popover>
  )
}
