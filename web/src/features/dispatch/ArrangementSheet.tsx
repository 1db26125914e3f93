import type { UseQueryResult } from '@tanstack/react-query'
import type { DictionaryType } from '@xunyun/contract/dictionary'
import type { Ability } from '@xunyun/contract/kernel/ability'
import { Button } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { actButtons } from '../../shared/action/actButtons.tsx'
import { RecordSheet, RecordState, RecordTabs } from '../../shared/detail/RecordSheet.tsx'
import { useComments } from '../../shared/detail/useComments.tsx'
import { useHistory } from '../../shared/detail/useHistory.tsx'
import type { RowAction } from '../../shared/grid/types.ts'
import type { Tone } from '../../shared/ui/StateTag.tsx'
import { applyCostsKey, CostsTab, useSeesCosts } from '../costs/index.ts'
import styles from './Dispatch.module.css'

type Arrangement = {
  readonly id: number
  readonly arrangementNo: string
  readonly state: string
  readonly actions: readonly Ability[]
}
type Props<R extends Arrangement> = {
  of: UseQueryResult<R>
  title: string
  width: number
  words: DictionaryType
  tones: Readonly<Record<string, Tone>>
  history: Parameters<typeof useHistory>[0]
  says: Parameters<typeof useHistory>[1]
  /** What can be done next, and the dialogs of that. */
  acts: { readonly row: (record: R) => RowAction[]; readonly dialogs: ReactNode }
  onClose: () => void
  children: ComponentProps<typeof RecordSheet<R>>['children']
}

/** An arrangement of any kind beside its list: its state, comments and timeline, and what can be done next; what cannot says why. */
export function ArrangementSheet<R extends Arrangement>(props: Props<R>) {
  const { of, title, width, words, tones, acts, onClose, children } = props
  const { t } = useTranslation('ui')
  const history = useHistory(props.history, props.says)
  const talk = useComments('arrangement')
  return (
    <>
      <RecordSheet
        of={of}
        width={width}
        onClose={onClose}
        title={title}
        state={({ state }) => <RecordState words={words} of={state} tones={tones} struck={false} />}
        extra={({ id, arrangementNo }) => (
          <>
            {talk.rowAction(id, arrangementNo).map(({ key, label, onClick }) => (
              <Button key={key} type="text" onClick={onClick}>
                {label}
              </Button>
            ))}
            <Button type="text" onClick={() => history.open(id, arrangementNo)}>
              {t('history.title')}
            </Button>
          </>
        )}
        footer={(record) => {
          const actions = acts.row(record)
          return (
            <div className={styles.drawerActions}>
              {actButtons({ actions, primary: actions.slice(0, 1).map(({ key }) => key) })}
            </div>
          )
        }}
      >
        {children}
      </RecordSheet>
      {acts.dialogs}
      {talk.sheet}
      {history.drawer}
    </>
  )
}

/** In a drawer costs are applied for where they stand: on their tab. */
export const besideCosts = (actions: readonly RowAction[]): RowAction[] =>
  actions.filter(({ key }) => key !== applyCostsKey)

/** What is known of an arrangement, and beside it what it costs, for whoever may see that. */
export function ArrangementTabs({ id, label, children }: { id: number; label: string; children: ReactNode }) {
  const { t } = useTranslation('dispatch')
  if (!useSeesCosts()) return children
  return (
    <RecordTabs
      label={label}
      panes={[
        { key: 'facts', label: t('tab.facts'), pane: children },
        { key: 'costs', label: t('tab.costs'), pane: <CostsTab id={id} /> },
      ]}
    />
  )
}
