import { useVirtualizer } from '@tanstack/react-virtual'
import type { WaitingRow } from '@xunyun/contract/dispatch/calls'
import { ChevronDown, ChevronRight, GripVertical, Snowflake, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, memo, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { Route } from '../../../shared/grid/column.tsx'
import { type KeyGroup, useKeysListed } from '../../../shared/keys/keys.ts'
import { useAppearance } from '../../../shared/ui/appearance.ts'
import { clock, day, exactTime, figure, volume, weight } from '../../../shared/ui/format.ts'
import { Flags, StateTag } from '../../../shared/ui/StateTag.tsx'
import { useIsPhone } from '../../../shared/ui/useDevice.ts'
import { useStable } from '../../../shared/ui/useStable.ts'
import { flagsOf } from '../../waybills/index.ts'
import { waitingKey } from '../lines.ts'
import styles from './Board.module.css'
import { districtOf, type Group, type Item, placeOf } from './groups.ts'

const keys: KeyGroup = {
  title: 'board:title',
  shortcuts: [
    { keys: ' ', label: 'board:key.pick' },
    { keys: 'ArrowRight', label: 'board:key.vehicles' },
    { keys: 'Enter', label: 'board:key.put' },
    { keys: 'ArrowLeft', label: 'board:key.back' },
  ],
}
const heights = { mini: 32, small: 36, default: 40 } as const
const phoneHeight = 64

type Props = {
  readonly items: readonly Item[]
  readonly selected: ReadonlySet<string>
  readonly select: (rows: readonly WaitingRow[], on: boolean) => void
  readonly fold: (group: string) => void
  /** Into the hand: on to the vehicles. */
  readonly onTake: (row: WaitingRow | null) => void
  readonly today: string
}

/** What waits, below its groups; of many rows only those in sight are drawn. */
export function WaitingRows({ items, selected, select, fold, onTake, today }: Props) {
  const { t } = useTranslation(['board', 'dispatch', 'waybills'])
  const isPhone = useIsPhone()
  useKeysListed(keys, !isPhone)
  const size = useAppearance((appearance) => appearance.size)
  const id = useId()
  const scroller = useRef<HTMLTableElement>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const height = isPhone ? phoneHeight : heights[size]
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (items[at]?.kind === 'group' && isPhone ? 40 : height),
    getItemKey: (at) => items[at]?.key ?? at,
    overscan: 8,
    scrollPaddingStart: isPhone ? 0 : height,
  })
  const at = items.findIndex(({ key }) => key === current)
  const go = (to: number) => {
    const next = items[Math.max(0, Math.min(items.length - 1, to))]
    if (next === undefined) return
    setCurrent(next.key)
    virtual.scrollToIndex(items.indexOf(next))
  }
  const isOn = (group: Group) => group.rows.every((row) => selected.has(waitingKey(row)))
  const toggle = (item: Item) =>
    item.kind === 'group' ? select(item.group.rows, !isOn(item.group)) : select([item.row], !selected.has(item.key))
  const page = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / height) - 2)
  const act: Readonly<Record<string, (item: Item | undefined, event: KeyboardEvent) => void>> = {
    ArrowDown: (item, event) => {
      if (event.shiftKey && item?.kind === 'row') select([item.row], true)
      go(at + 1)
    },
    ArrowUp: () => go(at < 0 ? 0 : at - 1),
    PageDown: () => go(at + page()),
    PageUp: () => go(at - page()),
    Home: () => go(0),
    End: () => go(items.length - 1),
    ' ': (item) => item && toggle(item),
    ArrowLeft: (item) => {
      if (item?.kind === 'group') return item.open && fold(item.key)
      if (item) go(items.findIndex((one) => one.kind === 'group' && one.group === item.group))
    },
    ArrowRight: (item) => {
      if (item?.kind === 'group' && !item.open) return fold(item.key)
      onTake(item?.kind === 'row' ? item.row : null)
    },
    Enter: (item) => onTake(item?.kind === 'row' ? item.row : null),
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const run = act[event.key]
    if (run === undefined) return
    event.preventDefault()
    run(items[at], event)
  }
  /** With Shift, all from the row before to this one. */
  const onPick = useStable((item: Item, event: MouseEvent) => {
    if ((event.target as HTMLElement).closest('a, button, input') !== null) return
    const to = items.findIndex(({ key }) => key === item.key)
    if (event.shiftKey && at >= 0) {
      const between = items.slice(Math.min(at, to), Math.max(at, to) + 1)
      select(
        between.flatMap((one) => (one.kind === 'row' ? [one.row] : [])),
        true,
      )
    } else if (item.kind === 'group') fold(item.key)
    else toggle(item)
    setCurrent(item.key)
    scroller.current?.focus({ preventScroll: true })
  })
  const onToggle = useStable(toggle)
  const rows = items.flatMap((item) => (item.kind === 'group' ? item.group.rows : []))
  const isAll = rows.length > 0 && rows.every((row) => selected.has(waitingKey(row)))
  const rowId = (key: string) => `${id}${key}`
  return (
    <table
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows below groups that arrows walk through
      role="treegrid"
      className={styles.rows}
      aria-label={t('waiting.label')}
      aria-rowcount={items.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={at >= 0 ? rowId(items[at]?.key ?? '') : undefined}
      tabIndex={0}
      data-scrolls=""
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (event.target === event.currentTarget && at < 0 && event.currentTarget.matches(':focus-visible')) go(0)
      }}
    >
      <thead className={styles.head}>
        <tr className={styles.row}>
          <th aria-label={t('waiting.grip')} />
          <th>
            <input
              type="checkbox"
              checked={isAll}
              ref={(box) => {
                if (box) box.indeterminate = !isAll && selected.size > 0
              }}
              aria-label={t('waiting.all')}
              onChange={() => select(rows, !isAll)}
            />
          </th>
          <th>{t('dispatch:column.waybillNo')}</th>
          <th>{t('waiting.party')}</th>
          <th>{t('dispatch:column.pieces')}</th>
          <th>{t('dispatch:column.weight')} kg</th>
          <th>{t('dispatch:column.volume')} m³</th>
          <th>{t('dispatch:column.demand')}</th>
        </tr>
      </thead>
      <tbody className={styles.body} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, size: tall }) => {
          const item = items[index]
          if (item === undefined) return null
          const common = {
            id: rowId(item.key),
            index,
            top: start,
            tall,
            current: item.key === current,
            onPick,
            onToggle,
          }
          return item.kind === 'group' ? (
            <GroupRow key={item.key} {...common} item={item} isOn={isOn(item.group)} />
          ) : (
            <Row key={item.key} {...common} item={item} isOn={selected.has(item.key)} today={today} isPhone={isPhone} />
          )
        })}
      </tbody>
    </table>
  )
}

type RowProps<K> = {
  readonly id: string
  readonly item: Extract<Item, { kind: K }>
  readonly index: number
  readonly top: number
  readonly tall: number
  readonly current: boolean
  readonly isOn: boolean
  readonly onPick: (item: Item, event: MouseEvent) => void
  readonly onToggle: (item: Item) => void
}
const placed = (top: number, tall: number) => ({ transform: `translateY(${top}px)`, height: tall })

/** In words. */
export function useGroupTitle() {
  const { t } = useTranslation(['board', 'dispatch', 'waybills'])
  return ({ title }: Group): string =>
    'due' in title
      ? t(`due.${title.due}`)
      : 'place' in title
        ? title.place || t('waiting.nowhere')
        : `${title.from} → ${title.to}`
}

const GroupRow = memo(function GroupRow({
  item,
  id,
  index,
  top,
  tall,
  current,
  isOn,
  onPick,
  onToggle,
}: RowProps<'group'>) {
  const { t } = useTranslation(['board', 'dispatch', 'waybills'])
  const titleOf = useGroupTitle()
  const { group, open } = item
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <tr
      id={id}
      className={styles.group}
      aria-level={1}
      aria-expanded={open}
      aria-rowindex={index + 2}
      data-current={current || undefined}
      style={placed(top, tall)}
      onClick={(event) => onPick(item, event)}
    >
      <td>
        <Chevron size={14} strokeWidth={1.75} aria-hidden="true" />
        <input
          type="checkbox"
          checked={isOn}
          tabIndex={-1}
          aria-label={t('waiting.group', { name: titleOf(group) })}
          onChange={() => onToggle(item)}
        />
        <b>{'from' in group.title ? <Route {...group.title} /> : titleOf(group)}</b>
        {group.leg && <StateTag tone="grey">{t(`dispatch:leg.${group.leg}`)}</StateTag>}
        <span className={styles.quiet}>{t('waiting.count', { count: group.rows.length })}</span>
        <span className={styles.sums}>
          {weight(group.weight)} kg<span>{volume(group.volume)} m³</span>
        </span>
      </td>
    </tr>
  )
})

const Row = memo(function Row(props: RowProps<'row'> & { today: string; isPhone: boolean }) {
  const { item, id, index, top, tall, current, isOn, onPick, onToggle, today, isPhone } = props
  const { t } = useTranslation(['board', 'dispatch', 'waybills'])
  const { row } = item
  const place = placeOf(row)
  const where = [districtOf(place.region) || place.city, place.address].filter(Boolean).join(' ')
  const who = row.customerName ?? t('waybills:filter.walkIn')
  return (
    <tr
      id={id}
      className={styles.row}
      aria-level={2}
      aria-selected={isOn}
      aria-rowindex={index + 2}
      data-current={current || undefined}
      data-drag={isPhone ? undefined : item.key}
      style={placed(top, tall)}
      onClick={(event) => onPick(item, event)}
    >
      <td className={styles.grip}>
        <GripVertical size={14} strokeWidth={1.75} aria-hidden="true" />
      </td>
      <td>
        <input
          type="checkbox"
          checked={isOn}
          tabIndex={-1}
          aria-label={row.waybillNo}
          onChange={() => onToggle(item)}
        />
      </td>
      <td>
        <Link to={pathTo('waybill', { no: row.waybillNo })} tabIndex={current ? 0 : -1}>
          {row.waybillNo}
        </Link>
      </td>
      <td className={styles.party} title={`${who} ${place.name} ${where}`}>
        <Flags of={flagsOf(row)} />
        {row.serviceType === 'cold' && (
          <StateTag tone="blue">
            <Snowflake size={12} strokeWidth={1.75} aria-hidden="true" /> {t('dispatch:demand.cold')}
          </StateTag>
        )}
        {row.serviceType === 'hazard' && (
          <StateTag tone="orange">
            <TriangleAlert size={12} strokeWidth={1.75} aria-hidden="true" /> {t('dispatch:demand.hazard')}
          </StateTag>
        )}
        {row.deliveryWay === 'upstairs' && <StateTag tone="grey">{t('dispatch:demand.upstairs')}</StateTag>}
        <span>{who}</span>
        <small>{where}</small>
      </td>
      <td>
        {figure(row.free)}
        {row.free < row.pieces && <small>/{figure(row.pieces)}</small>}
      </td>
      <td>{weight(row.weight)}</td>
      <td>{volume(row.volume)}</td>
      <td data-late={row.late || undefined}>
        {row.planAt === null ? row.late ? t('due.late') : '—' : <Due at={row.planAt} today={today} />}
      </td>
    </tr>
  )
})

const oneDay = 86_400_000
function Due({ at, today }: { at: string; today: string }) {
  const { t } = useTranslation(['board', 'dispatch', 'waybills'])
  const on = day(at)
  const days = Math.round((Date.parse(on) - Date.parse(today)) / oneDay)
  const word = days === 0 ? 'today' : days === 1 ? 'tomorrow' : days === -1 ? 'yesterday' : null
  return (
    <time dateTime={at} title={exactTime(at)}>
      {word ? t(`day.${word}`) : on.slice(5)} {clock(at)}
    </time>
  )
}
