import { Button, Checkbox } from 'antd'
import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../i18n/textKey.ts'
import type { Preferences } from '../list/preferences.ts'
import styles from './ColumnsPanel.module.css'
import { isShown, moveKey, orderKeys } from './layout.ts'
import type { Column } from './types.ts'

type Props = {
  readonly columns: readonly Column<never>[]
  readonly preferences: Preferences
  readonly setPreferences: (change: Partial<Preferences>) => void
}

/** Which columns are shown, and in which order. */
export function ColumnsPanel({ columns, preferences, setPreferences }: Props) {
  const { t } = useTranslation('ui')
  const say = useSay()
  const [dragged, setDragged] = useState<string | null>(null)
  const order = orderKeys(columns, preferences.order)
  const sorted = order
    .map((key) => columns.find((column) => column.key === key))
    .filter((column) => column !== undefined)
  const move = (key: string, by: 1 | -1) => {
    const target = order[order.indexOf(key) + by]
    if (target !== undefined) setPreferences({ order: moveKey(order, key, target, by === 1 ? 'after' : 'before') })
  }
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <b>{t('list.columns')}</b>
        <Button
          type="link"
          size="small"
          onClick={() => setPreferences({ order: undefined, shown: undefined, widths: undefined })}
        >
          {t('list.resetColumns')}
        </Button>
      </div>
      <ul className={styles.list}>
        {sorted.map((column) => (
          <li
            key={column.key}
            className={styles.item}
            draggable={!column.pin}
            data-dragged={dragged === column.key || undefined}
            onDragStart={() => setDragged(column.key)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged === null) return
              event.preventDefault()
              const { top, height } = event.currentTarget.getBoundingClientRect()
              const side = event.clientY < top + height / 2 ? 'before' : 'after'
              const next = moveKey(order, dragged, column.key, side)
              if (next.join() !== order.join()) setPreferences({ order: next })
            }}
          >
            <Checkbox
              checked={isShown(column, preferences.shown)}
              disabled={column.pin === 'left'}
              onChange={(event) =>
                setPreferences({ shown: { ...preferences.shown, [column.key]: event.target.checked } })
              }
            >
              {say(column.title)}
            </Checkbox>
            {!column.pin && (
              <span className={styles.moves}>
                <button type="button" aria-label={t('list.moveUp')} onClick={() => move(column.key, -1)}>
                  <ChevronUp size={14} strokeWidth={1.75} />
                </button>
                <button type="button" aria-label={t('list.moveDown')} onClick={() => move(column.key, 1)}>
                  <ChevronDown size={14} strokeWidth={1.75} />
                </button>
                <GripVertical size={14} strokeWidth={1.75} aria-hidden="true" />
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
