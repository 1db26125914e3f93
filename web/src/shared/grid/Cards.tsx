import { useVirtualizer } from '@tanstack/react-virtual'
import type { Language } from '@xunyun/contract/pages'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type TextKey, useSay } from '../i18n/textKey.ts'
import { useLanguage } from '../i18n/useLanguage.ts'
import { LoadError } from '../ui/Notice.tsx'
import { Bone } from '../ui/Skeleton.tsx'
import { useChanged } from '../ui/useChanged.ts'
import styles from './Cards.module.css'
import { isControl } from './GridRow.tsx'
import { MoreActions } from './RowActions.tsx'
import type { CardPlace, Column, GridProps, RowAction } from './types.ts'

const bones = [1, 2, 3, 4, 5, 6]

/** Rows on a phone: what each is, where it stands, the figures that matter. */
export function Cards<R>(props: GridProps<R>) {
  const { rows, idOf, selection } = props
  const { t } = useTranslation('ui')
  const language = useLanguage()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 118,
    overscan: 5,
    getItemKey: (at) => {
      const row = rows[at]
      return row === undefined ? at : idOf(row)
    },
  })
  useChanged(props.shownKey, () => scroller.current?.scrollTo({ top: 0 }))

  if (props.error && rows.length === 0)
    return (
      <div className={styles.cards}>
        <LoadError error={props.error} retry={props.retry ?? (() => {})} />
      </div>
    )
  if (props.loading)
    return (
      <div className={styles.cards} aria-busy="true">
        {bones.map((bone) => (
          <div key={bone} className={styles.bone}>
            <Bone width={140} />
            <Bone width="70%" />
            <Bone width="50%" />
          </div>
        ))}
      </div>
    )
  return (
    <div ref={scroller} className={styles.cards}>
      {rows.length === 0 && props.empty}
      <ul className={styles.list} aria-label={props.label} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index]
          if (row === undefined) return null
          const selected = selection?.has(idOf(row)) ?? false
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={styles.place}
              aria-label={props.columns.find(({ card }) => card === 'title')?.text(row, language)}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Card {...props} row={row} selected={selected} language={language} selectLabel={t('list.selectRow')} />
            </li>
          )
        })}
      </ul>
      {props.foot}
    </div>
  )
}

type CardProps<R> = GridProps<R> & { row: R; selected: boolean; language: Language; selectLabel: string }

function Card<R>({ row, columns, selected, language, toggle, onOpen, actions, ...props }: CardProps<R>) {
  const open = onOpen ? () => onOpen(row) : undefined
  const of = (place: CardPlace) => columns.filter((column) => column.card === place)
  const draw = (column: Column<R>) => column.render(row, { language, current: false, card: true, open })
  const facts = of('fact')
  const second = [...of('lead'), ...of('meta')]
  const all = actions?.(row) ?? []
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the check box inside is the same by keyboard
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <div
      className={styles.card}
      data-selected={selected || undefined}
      data-void={props.isVoid?.(row) || undefined}
      onClick={(event) => {
        if (isControl(event)) return
        if (toggle) toggle(row)
        else open?.()
      }}
    >
      {toggle && (
        <input
          type="checkbox"
          className="visually-hidden"
          checked={selected}
          aria-label={props.selectLabel}
          onChange={() => toggle(row)}
        />
      )}
      <div className={styles.line}>
        <span className={styles.title}>
          {of('title').map((column) => (
            <b key={column.key}>{draw(column)}</b>
          ))}
        </span>
        {of('flags').map((column) => (
          <span key={column.key}>{draw(column)}</span>
        ))}
        <span className={styles.state}>
          {of('state').map((column) => (
            <span key={column.key}>{draw(column)}</span>
          ))}
        </span>
      </div>
      {second.length + of('aside').length > 0 && (
        <div className={styles.line}>
          <span className={styles.meta}>
            {second.map((column) => (
              <span key={column.key}>{draw(column)}</span>
            ))}
          </span>
          <span className={styles.aside}>
            {of('aside').map((column) => (
              <span key={column.key}>{draw(column)}</span>
            ))}
          </span>
        </div>
      )}
      {(facts.length > 0 || all.length > 0) && (
        <div className={styles.foot}>
          <dl className={styles.facts}>
            {facts.map((column) => (
              <Fact key={column.key} column={column} row={row} among={facts} />
            ))}
          </dl>
          {props.cardAction?.(row)}
          <CardActions actions={all} />
        </div>
      )}
    </div>
  )
}

/** So many figures have room for what they are and for their unit. */
const mostOfBoth = 2

/** A unit behind its figure says enough on a card; where there is none, or two figures have the same, the title stands before it. */
function Fact<R>({ column, row, among }: { column: Column<R>; row: R; among: readonly Column<R>[] }) {
  const say = useSay()
  const language = useLanguage()
  const { unit, title } = column
  const isAlone = unit !== undefined && among.filter((one) => one.unit === unit).length === 1
  const hasUnit = unit !== undefined && (isAlone || among.length <= mostOfBoth) && column.text(row, language) !== ''
  return (
    <div>
      <dt className={isAlone ? 'visually-hidden' : undefined}>{say(title)}</dt>
      <dd>
        {column.render(row, { language, current: false, card: true })}
        {hasUnit && <small>{unit.includes(':') ? say(unit as TextKey) : unit}</small>}
      </dd>
    </div>
  )
}

function CardActions({ actions }: { actions: readonly RowAction[] }) {
  return (
    <span className={styles.more}>
      <MoreActions actions={actions} reachable />
    </span>
  )
}
