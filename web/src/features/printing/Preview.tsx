import { useQuery } from '@tanstack/react-query'
import { type PrintPage, previewPrint } from '@xunyun/contract/printing/calls'
import type { PrintType } from '@xunyun/contract/printing/papers'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { q } from '../../shared/api/query.ts'
import { LoadError } from '../../shared/ui/Notice.tsx'
import styles from './Printing.module.css'

/** A sheet of 600 × 900, shown at 40 % (PR-02). */
export const sheetWidth = 600
export const sheetHeight = 900
const scales = [40, 70, 100] as const
type Scale = (typeof scales)[number]

/** As a picture: whatever stands on a paper, it is no part of our page. */
const pictureOf = ({ svg }: PrintPage): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`

type SheetsProps = {
  /** Whose pages these are, where they stand for several documents. */
  readonly first?: string
  readonly pages: readonly PrintPage[]
  readonly pageCount: number
  readonly busy?: boolean
}

/** Pages one below the other, each in a frame as large as the sheet. */
export function Sheets({ first, pages, pageCount, busy }: SheetsProps) {
  const { t } = useTranslation('printing')
  const [scale, setScale] = useState<Scale>(40)
  const frame = { width: (sheetWidth * scale) / 100, height: (sheetHeight * scale) / 100 }
  return (
    <div className={styles.preview} aria-busy={busy || undefined}>
      <div className={styles.previewBar}>
        <Segmented<Scale>
          size="small"
          aria-label={t('preview.scale')}
          value={scale}
          onChange={setScale}
          options={scales.map((value) => ({ value, label: `${value}%` }))}
        />
        <span className={styles.hint}>
          {first === undefined
            ? t('preview.pages', { number: pageCount })
            : t('preview.firstOf', { no: first, number: pageCount })}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section className={styles.previewScroll} aria-label={t('preview.title')} tabIndex={0}>
        {pages.map((page, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its place in the document
          <div key={at} className={styles.frame} style={frame}>
            <div className={styles.sheet} style={{ transform: `scale(${scale / 100})` }} data-sheet>
              <img
                src={pictureOf(page)}
                alt={t('preview.page', { page: at + 1 })}
                style={{ aspectRatio: `${page.width} / ${page.height}` }}
                className={page.width / page.height > sheetWidth / sheetHeight ? styles.wide : styles.high}
              />
            </div>
          </div>
        ))}
      </section>
    </div>
  )
}

/** Pages as wide as there is room: beside the form that changes them. */
export function WidePages({ pages, pageCount, busy }: SheetsProps) {
  const { t } = useTranslation('printing')
  return (
    <div className={styles.preview} aria-busy={busy || undefined}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section className={styles.previewScroll} aria-label={t('preview.title')} tabIndex={0}>
        {pages.map((page, at) => (
          <img
            // biome-ignore lint/suspicious/noArrayIndexKey: a page is its place in the document
            key={at}
            src={pictureOf(page)}
            alt={t('preview.page', { page: at + 1 })}
            style={{ aspectRatio: `${page.width} / ${page.height}` }}
            className={styles.wholePage}
          />
        ))}
      </section>
      <span className={styles.hint}>{t('preview.pages', { number: pageCount })}</span>
    </div>
  )
}

type Props = {
  readonly type: PrintType
  readonly id: number
  readonly template?: string
  readonly piece?: number
  /** Its number, where it is the first of several. */
  readonly first?: string
}

/** A document as it will come out. */
export function Preview({ type, id, template, piece, first }: Props) {
  const shown = useQuery({
    ...q(previewPrint, { type, id, template, piece }),
    placeholderData: (before) => before,
    // What is printed next is what is on the screen: never from long ago.
    staleTime: 0,
  })
  if (shown.isError && !shown.data) return <LoadError error={shown.error} retry={() => void shown.refetch()} />
  return (
    <Sheets
      first={first}
      pages={shown.data?.pages ?? []}
      pageCount={shown.data?.pageCount ?? 0}
      busy={shown.isFetching}
    />
  )
}
