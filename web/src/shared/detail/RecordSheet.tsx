import { type DictionaryType, wordFor } from '@xunyun/contract/dictionary'
import { type ReactNode, useState } from 'react'
import { useLanguage } from '../i18n/useLanguage.ts'
import { type StateTab, StateTabs } from '../list/StateTabs.tsx'
import { type Asked, Loaded } from '../ui/Loaded.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { StateTag, type Tone } from '../ui/StateTag.tsx'
import styles from './Detail.module.css'

type Props<D> = {
  readonly of: Asked<D>
  /** Its number or name; what is known of it before it is there. */
  readonly title: ReactNode
  /** Beside the title: its state and marks. */
  readonly state?: (data: D) => ReactNode
  readonly extra?: ReactNode | ((data: D) => ReactNode)
  readonly footer?: (data: D) => ReactNode
  readonly width?: number
  readonly onClose: () => void
  readonly children: (data: D) => ReactNode
}

/** One record beside its list. */
export function RecordSheet<D>({ of, title, state, extra, footer, children, ...sheet }: Props<D>) {
  const { data } = of
  return (
    <Sheet
      {...sheet}
      title={
        <span className={styles.recordHead}>
          {title}
          {data !== undefined && state?.(data)}
        </span>
      }
      extra={typeof extra === 'function' ? data !== undefined && extra(data) : extra}
      footer={data !== undefined && footer?.(data)}
    >
      {data !== undefined && <Renewing is={of.isFetching === true} />}
      <Loaded of={of}>{children}</Loaded>
    </Sheet>
  )
}

/** A line over a record that is asked for anew, as after an act: what stands below is as it was before. */
const Renewing = ({ is }: { is: boolean }) => (
  <div className={styles.renewing} data-on={is || undefined} role="progressbar" aria-hidden={!is} />
)

type StateProps<S extends string> = {
  readonly of: S
  readonly words: DictionaryType
  readonly tones: Readonly<Record<S, Tone>>
  /** It is taken back. */
  readonly struck?: boolean
  /** Beside its word, or a word that says more than it. */
  readonly children?: ReactNode
}

/** The state of a record as a tag: its word of the dictionary. */
export function RecordState<S extends string>({
  of,
  words,
  tones,
  struck = of === 'cancelled',
  children,
}: StateProps<S>) {
  const language = useLanguage()
  return (
    <StateTag tone={tones[of]} struck={struck}>
      {wordFor(words, of, language)}
      {children}
    </StateTag>
  )
}

type Pane = Omit<StateTab<string>, 'value'> & { readonly key: string; readonly pane: ReactNode }

/** Parts of a record of which one is looked at: the first, until another is chosen, and when the chosen one is gone. */
export function RecordTabs({ label, panes }: { label: string; panes: readonly (Pane | false)[] }) {
  const [asked, setAsked] = useState<string>()
  const offered = panes.filter((pane) => pane !== false)
  const shown = offered.find(({ key }) => key === asked) ?? offered[0]
  return (
    <>
      <div className={styles.recordTabs}>
        <StateTabs
          label={label}
          value={shown?.key}
          onChange={setAsked}
          tabs={offered.map(({ key, pane: _, ...tab }) => ({ ...tab, value: key }))}
        />
      </div>
      {shown?.pane}
    </>
  )
}
