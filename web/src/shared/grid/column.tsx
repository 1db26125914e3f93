import { type DictionaryType, entriesOf, wordFor } from '@xunyun/contract/dictionary'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import type { Language } from '@xunyun/contract/pages'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { sayNow, type TextKey } from '../i18n/textKey.ts'
import { dateTime, figure } from '../ui/format.ts'
import { type FlagMark, Flags, StateTag, type Tone } from '../ui/StateTag.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import styles from './Cells.module.css'
import { Figure, Moment, None, orNone, Part } from './cells.tsx'
import type { CardPlace, CellContext, Column } from './types.ts'

type Text = string | null | undefined
type Value = string | number | null | undefined

type Options<R, V> = Partial<
  Pick<Column<R>, 'width' | 'hidden' | 'sortKey' | 'card' | 'exportKey' | 'pin' | 'unit'>
> & {
  /** Where it comes from, if not from the field named like the column. */
  readonly value?: (row: R) => V
  /** Field of the totals call. */
  readonly total?: string
}

export type { FlagMark }

/** The field named like the column, or a name of its own with `value`. */
type Key<R, O> = O extends { readonly value: unknown } ? string : keyof R & string

const read = <R, V>(key: string, value: ((row: R) => V) | undefined, row: R): V =>
  value ? value(row) : ((row as Readonly<Record<string, unknown>>)[key] as V)

function common<R, V>(key: string, title: TextKey, width: number, options: Options<R, V>) {
  const { value: _, total: __, ...rest } = options
  return { key, title, width, ...rest }
}

/** Of what is told; of nothing but gaps a gap. */
const sumOf = (values: readonly Value[], places: number | undefined): string => {
  const told = values.flatMap((value) => (value === null || value === undefined ? [] : [String(value)]))
  return figure(told.length === 0 ? null : sumDecimals(told, places ?? 0), places)
}

const manyRows = 1_000_000

function figures(places: number | undefined, usual: number, unit?: Column<unknown>['unit']) {
  return function build<R, O extends Options<R, Value>>(
    key: Key<R, O>,
    title: TextKey,
    options: O = {} as O,
  ): Column<R> {
    const of = (row: R) => read<R, Value>(key, options.value, row)
    const { total } = options
    return {
      unit,
      ...common(key, title, usual, options),
      align: 'right',
      total: total === undefined ? undefined : (totals) => figure(totals[total] as Value, places),
      sum: total === undefined ? undefined : (rows) => sumOf(rows.map(of), places),
      mostTotal: (rows) => figure(manyRows * Math.max(...rows.map((row) => Math.abs(Number(of(row) ?? 0)))), places),
      longest: (rows) =>
        rows.reduce((longest, row) => {
          const said = figure(of(row), places)
          return said.length > longest.length ? said : longest
        }, ''),
      render: (row) => <Figure value={of(row)} places={places} />,
      text: (row) => String(of(row) ?? ''),
    }
  }
}

/**
 * Column helpers for rows of one kind: `const column = columnsOf<WaybillRow>()`. A column is a plain object; what no
 * helper gives is written out by hand, or with `column.custom`.
 */
export function columnsOf<R>() {
  type Of<V> = Options<R, V>
  type Name<O> = Key<R, O>
  type Fig = <O extends Of<Value>>(key: Name<O>, title: TextKey, options?: O) => Column<R>
  return {
    text: <O extends Of<Text>>(key: Name<O>, title: TextKey, options: O = {} as O): Column<R> => ({
      gives: true,
      ...common(key, title, 116, options),
      render: (row) => orNone(read<R, Text>(key, options.value, row)),
      text: (row) => read<R, Text>(key, options.value, row) ?? '',
    }),
    integer: figures(undefined, 76) as Fig,
    number: (places: number): Fig => figures(places, 92) as Fig,
    money: figures(2, 104, 'ui:unit.yuan') as Fig,
    weight: figures(3, 112, 'kg') as Fig,
    volume: figures(4, 104, 'm³') as Fig,
    /** A calendar day. */
    date: <O extends Of<Text>>(key: Name<O>, title: TextKey, options: O = {} as O): Column<R> => ({
      ...common(key, title, 96, options),
      render: (row) => orNone(read<R, Text>(key, options.value, row)),
      text: (row) => read<R, Text>(key, options.value, row) ?? '',
    }),
    moment: <O extends Of<Text>>(key: Name<O>, title: TextKey, options: O = {} as O): Column<R> => ({
      ...common(key, title, 144, options),
      render: (row, { card }) => <Moment at={read<R, Text>(key, options.value, row) ?? null} short={card} />,
      text: (row) => momentText(read<R, Text>(key, options.value, row)),
    }),
    ago: <O extends Of<Text>>(key: Name<O>, title: TextKey, options: O = {} as O): Column<R> => ({
      ...common(key, title, 104, options),
      render: (row) => {
        const at = read<R, Text>(key, options.value, row)
        return at ? <TimeAgo at={at} /> : <None />
      },
      text: (row) => momentText(read<R, Text>(key, options.value, row)),
    }),
    /** How long something has been waiting. */
    waited: <O extends Of<Text>>(key: Name<O>, title: TextKey, options: O = {} as O): Column<R> => ({
      ...common(key, title, 104, options),
      render: (row) => {
        const at = read<R, Text>(key, options.value, row)
        return at ? <TimeAgo at={at} lasts /> : <None />
      },
      text: (row) => momentText(read<R, Text>(key, options.value, row)),
    }),
    /** The word of a code: of a dictionary, or one of the page's own texts. */
    code: <O extends Of<Text>>(key: Name<O>, title: TextKey, words: Words<R>, options: O = {} as O): Column<R> => {
      const word = (row: R, language: Language) => wordOf(words, row, read<R, Text>(key, options.value, row), language)
      return {
        ...common(key, title, 76, options),
        words: wordsOf(words),
        render: (row, { language }) => orNone(word(row, language)),
        text: word,
      }
    },
    /** A tag, and the share of the pieces that are in this state. */
    state: <O extends Of<string> & StateOptions<R>>(key: Name<O>, title: TextKey, options: O): Column<R> => {
      const { words, instead, tone, struck, part, also, done, why, ...rest } = options
      const word = (row: R, language: Language) => {
        const now = instead?.(row) ?? null
        return now === null ? wordOf(words, row, read<R, string>(key, options.value, row), language) : sayNow(now)
      }
      const said = (row: R, language: Language) =>
        [word(row, language), done?.(row), also?.(row)].filter(Boolean).join(' ')
      return {
        card: 'state' satisfies CardPlace,
        ...common<R, string>(key, title, part ? 164 : also ? 128 : 84, rest),
        words: wordsOf(words),
        beside: part || also ? tagFrame + shareWidth : tagFrame,
        render: (row, { language, card }) => {
          const share = part?.(row) ?? null
          const warned = also?.(row) ?? null
          const more = warned ?? done?.(row) ?? null
          const beside = more && (
            <span className={styles.also} data-tone={warned === null ? undefined : 'red'} title={said(row, language)}>
              {more}
            </span>
          )
          const tag = (
            <StateTag tone={tone(row)} struck={struck?.(row)}>
              {word(row, language)}
            </StateTag>
          )
          if (card)
            return (
              <>
                {share && `${share[0]}/${share[1]} `}
                {tag}
                {beside}
              </>
            )
          return (
            <span className={styles.state} data-bar={tone(row)} title={why?.(row) ?? undefined}>
              <span className={part && styles.tag}>{tag}</span>
              {share && <Part done={share[0]} of={share[1]} bar={more === null} />}
              {beside}
            </span>
          )
        },
        text: said,
      }
    },
    /** One-character squares; their words are the title of each. */
    flags: <O extends Of<readonly FlagMark[]>>(
      key: string,
      title: TextKey,
      marks: (row: R) => readonly FlagMark[],
      options: O = {} as O,
    ): Column<R> => ({
      card: 'flags' satisfies CardPlace,
      ...common(key, title, 52, options),
      render: (row) => (
        <span className={styles.flags}>
          <Flags of={marks(row)} />
        </span>
      ),
      text: (row) =>
        marks(row)
          .map((flag) => flag.title)
          .join(' '),
    }),
    /** The record's number or name: an address, or, without `to`, what the list's `onOpen` does. */
    link: <O extends Of<Text> & { readonly to?: (row: R) => string | undefined }>(
      key: Name<O>,
      title: TextKey,
      options: O = {} as O,
    ): Column<R> => {
      const { to, ...rest } = options
      return {
        pin: 'left',
        card: 'title' satisfies CardPlace,
        ...common<R, Text>(key, title, 120, rest),
        // Nothing leads nowhere; the row itself opens.
        render: (row, context) => {
          const text = read<R, Text>(key, options.value, row)
          return text ? (
            <Opener to={to?.(row)} context={context}>
              {text}
            </Opener>
          ) : (
            <None />
          )
        },
        text: (row) => read<R, Text>(key, options.value, row) ?? '',
      }
    },
    /** From the shipper's city to the consignee's. */
    route: (title: TextKey, options: Of<string> = {}): Column<R> => ({
      exportKey: ['shipperCity', 'consigneeCity'],
      ...common('route', title, 116, options),
      render: (row) => <Route {...endsOf(row)} />,
      text: (row) => Object.values(endsOf(row)).join(' → '),
    }),
    /** Anything else: its own drawing, and its text for copying. */
    custom: (column: Omit<Column<R>, 'width'> & { readonly width?: number }): Column<R> => ({ width: 104, ...column }),
  }
}

/** A dictionary of the contract, or the page's own text for a row. */
/** A dictionary's words, those of the dictionary that a row names, or a text of the page's own. */
type Words<R> = DictionaryType | { readonly by: (row: R) => DictionaryType } | ((row: R) => TextKey)

const wordsOf = <R,>(words: Words<R>) =>
  typeof words === 'string'
    ? (language: Language) => entriesOf(words).map(({ code }) => wordFor(words, code, language))
    : undefined

/** Padding of a tag; count, gap and bar beside it. */
const tagFrame = 12
const shareWidth = 88

const wordOf = <R,>(words: Words<R>, row: R, code: Text, language: Language): string => {
  if (typeof words === 'function') return sayNow(words(row))
  return code ? wordFor(typeof words === 'string' ? words : words.by(row), code, language) : ''
}

type StateOptions<R> = {
  readonly words: Words<R>
  /** A text of the page that stands in place of the word, where it says more. */
  readonly instead?: (row: R) => TextKey | null
  readonly tone: (row: R) => Tone
  readonly struck?: (row: R) => boolean
  /** Pieces in this state, of all; null when it is all of them. */
  readonly part?: (row: R) => readonly [done: number, of: number] | null
  /** Pieces that something is the matter with, in words. */
  readonly also?: (row: R) => string | null
  /** Pieces that are done with, in words; where something is the matter with others the cell has no room for both. */
  readonly done?: (row: R) => string | null
  /** Why it is so, where it is pointed at. */
  readonly why?: (row: R) => string | null
}

const endsOf = (row: unknown) => {
  const { shipperCity, consigneeCity } = row as { readonly shipperCity: string; readonly consigneeCity: string }
  return { from: shipperCity, to: consigneeCity }
}

const momentText = (at: Text): string => (at ? dateTime(at) : '')

function Opener({ to, context, children }: { to: string | undefined; context: CellContext; children: ReactNode }) {
  const tabIndex = context.current || context.card ? 0 : -1
  if (to !== undefined)
    return (
      <Link to={to} className={styles.link} tabIndex={tabIndex} draggable={false}>
        {children}
      </Link>
    )
  if (!context.open) return children
  return (
    <button type="button" className={styles.link} tabIndex={tabIndex} onClick={context.open}>
      {children}
    </button>
  )
}

/** From → to, on one line. */
export function Route({ from, to }: { from: string; to: string }) {
  return (
    <>
      {from}
      <span className={styles.arrow} aria-hidden="true">
        →
      </span>
      <span className="visually-hidden">→</span>
      {to}
    </>
  )
}
