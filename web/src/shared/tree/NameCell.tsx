import { ChevronDown, ChevronRight, GripVertical } from 'lucide-react'
import { createContext, type KeyboardEvent, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { Step } from './moves.ts'
import styles from './Tree.module.css'

/** What the rows of a tree know of their list. */
export type Tree = {
  readonly folded: ReadonlySet<number>
  readonly toggle: (id: number) => void
  /** Null: nothing may be moved now. */
  readonly onStep: ((id: number, step: Step) => void) | null
}
export const TreeContext = createContext<Tree>({ folded: new Set(), toggle: () => {}, onStep: null })

const steps: Readonly<Record<string, Step>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' }

type Props = {
  readonly id: number
  readonly name: string
  readonly depth: number
  readonly hasChildren: boolean
  /** The row is the one that arrows have led to. */
  readonly current: boolean
  /** On a phone's card: one step at a time is in its actions. */
  readonly card?: boolean
  readonly open?: () => void
}

/** A name in a tree: as deep as it stands, with what folds it and what moves it. */
export function NameCell({ id, name, depth, hasChildren, current, card = false, open }: Props) {
  const { t } = useTranslation('system')
  const { folded, toggle, onStep } = useContext(TreeContext)
  const isOpen = !folded.has(id)
  const onKey = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!event.altKey || step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onStep?.(id, step)
  }
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <span className={styles.name} data-tree={id} style={{ paddingInlineStart: depth * (card ? 14 : 20) }}>
      {onStep && !card && (
        <button
          type="button"
          className={styles.grip}
          draggable
          aria-label={t('tree.move', { name })}
          title={t('tree.moveKeys')}
          tabIndex={current ? 0 : -1}
          onKeyDown={onKey}
        >
          <GripVertical size={14} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
      {hasChildren ? (
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'tree.fold' : 'tree.unfold', { name })}
          tabIndex={current ? 0 : -1}
          onClick={() => toggle(id)}
        >
          <Chevron size={14} strokeWidth={1.75} aria-hidden="true" />
        </button>
      ) : (
        <span className={styles.fold} />
      )}
      {open ? (
        <button type="button" className={styles.link} tabIndex={current ? 0 : -1} onClick={open}>
          {name}
        </button>
      ) : (
        <span className={styles.text}>{name}</span>
      )}
    </span>
  )
}
