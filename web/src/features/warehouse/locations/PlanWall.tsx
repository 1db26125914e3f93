import type { PlanCell } from '@xunyun/contract/warehouse/locations/plan'
import { type CSSProperties, type KeyboardEvent, memo, type SyntheticEvent, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { toneOfFill } from '../../../shared/ui/FillBar.tsx'
import { useStable } from '../../../shared/ui/useStable.ts'
import styles from './Plan.module.css'
import { type Aisle, isStep, type Plan, stepFrom } from './planLayout.ts'

/** More than these are drawn small, without their figures. */
const manyCells = 1200

export const looks = ['filled', 'near', 'over', 'unmeasured', 'empty', 'counting', 'disabled'] as const
export type Look = (typeof looks)[number]

/** How a location is drawn; what has no limit has no share to be full by. */
export function lookOf({ state, usedPercent }: Pick<PlanCell, 'state' | 'usedPercent'>): Look {
  if (state !== 'used') return state
  if (usedPercent === null) return 'unmeasured'
  const tone = toneOfFill(usedPercent)
  return tone === 'blue' ? 'filled' : tone === 'orange' ? 'near' : 'over'
}
const fillOf = ({ state, usedPercent }: PlanCell): string =>
  state !== 'used' ? '0' : `${Math.min(100, Math.max(8, usedPercent ?? 100))}%`

type Props = {
  readonly plan: Plan
  readonly count: number
  readonly label: string
  /** The location that Tab leads to, and that stays chosen. */
  readonly chosen: number | null
  readonly onChoose: (id: number) => void
  /** Looked at by the pointer; null when it left. */
  readonly onPoint: (id: number | null) => void
  readonly onOpen: (id: number) => void
}

/** The aisles of a zone under each other. One stop of Tab; arrows walk, Enter opens. */
export function PlanWall({ plan, count, label, chosen, onChoose, onPoint, onOpen }: Props) {
  const { t } = useTranslation('warehouse/locations')
  const wall = useRef<HTMLDivElement>(null)
  const first = useMemo(() => {
    const [aisle] = plan.aisles
    return (aisle?.rows.flat().find((cell) => cell !== undefined) ?? plan.loose[0])?.id ?? null
  }, [plan])
  const current = chosen ?? first
  const idAt = (event: SyntheticEvent): number | null => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-id]') : null
    return cell === null ? null : Number(cell.dataset.id)
  }
  const onKeyDown = useStable((event: KeyboardEvent) => {
    const id = idAt(event)
    if (id === null) return
    if (event.key === 'Enter') {
      event.preventDefault()
      onOpen(id)
    } else if (isStep(event.key)) {
      event.preventDefault()
      const next = stepFrom(plan, id, event.key)
      if (next === undefined) return
      onChoose(next)
      wall.current?.querySelector<HTMLElement>(`[data-id="${next}"]`)?.focus()
    }
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are what acts
    <div
      ref={wall}
      className={styles.wall}
      data-dense={count > manyCells || undefined}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const id = idAt(event)
        if (id !== null) onChoose(id)
      }}
      onDoubleClick={(event) => {
        const id = idAt(event)
        if (id !== null) onOpen(id)
      }}
      onMouseOver={(event) => onPoint(idAt(event))}
      onFocus={(event) => onPoint(idAt(event))}
      onMouseLeave={() => onPoint(null)}
      onBlur={() => onPoint(null)}
    >
      <h2 className="visually-hidden">{label}</h2>
      {plan.aisles.map((aisle) => (
        <AisleGrid
          key={aisle.name}
          aisle={aisle}
          current={
            current !== null && aisle.rows.some((row) => row.some((cell) => cell?.id === current)) ? current : null
          }
          chosen={chosen}
        />
      ))}
      {plan.loose.length > 0 && (
        <section className={styles.aisle} data-loose>
          <h3>
            {t('plan.loose')}
            <small>{plan.loose.length}</small>
          </h3>
          <div className={styles.loose}>
            {plan.loose.map((cell) => (
              <Cell key={cell.id} cell={cell} current={cell.id === current} chosen={cell.id === chosen} named />
            ))}
          </div>
        </section>
      )}
    </div>
  )
}

type AisleProps = { readonly aisle: Aisle; readonly current: number | null; readonly chosen: number | null }

/** Drawn anew only when Tab's stop comes, goes or moves in it. */
const AisleGrid = memo(
  function AisleGrid({ aisle, current, chosen }: AisleProps) {
    const { t } = useTranslation('warehouse/locations')
    return (
      <section
        className={styles.aisle}
        style={{ '--columns': aisle.columns.length, '--levels': aisle.levels.length } as CSSProperties}
        aria-label={t('plan.aisle', { name: aisle.name })}
      >
        <h3>
          {t('plan.aisle', { name: aisle.name })}
          <small>
            {aisle.columns.length} × {aisle.levels.length} · {t('plan.used', { used: aisle.used, count: aisle.count })}
          </small>
        </h3>
        <div className={styles.racks}>
          <div className={styles.grid}>
            {aisle.rows.map((row, at) => (
              <Row key={aisle.levels[at]} level={aisle.levels[at] ?? ''} row={row} current={current} chosen={chosen} />
            ))}
            <span />
            {aisle.columns.map((column) => (
              <span key={column} className={styles.rack} aria-hidden="true">
                {column}
              </span>
            ))}
          </div>
        </div>
      </section>
    )
  },
  (before, after) => before.aisle === after.aisle && before.current === null && after.current === null,
)

type RowProps = Omit<AisleProps, 'aisle'> & { level: string; row: Aisle['rows'][number] }
const Row = ({ level, row, current, chosen }: RowProps) => (
  <>
    <span className={styles.level} aria-hidden="true">
      {level}
    </span>
    {row.map((cell, at) =>
      cell ? (
        <Cell key={cell.id} cell={cell} current={cell.id === current} chosen={cell.id === chosen} />
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no name but its place
        <span key={`gap ${at}`} />
      ),
    )}
  </>
)

type CellProps = { cell: PlanCell; current: boolean; chosen: boolean; named?: boolean }
const Cell = memo(function Cell({ cell, current, chosen, named = false }: CellProps) {
  const { t } = useTranslation('warehouse/locations')
  const look = lookOf(cell)
  const share = cell.state === 'used' && cell.usedPercent !== null ? `${cell.usedPercent}%` : ''
  return (
    <button
      type="button"
      className={styles.cell}
      data-id={cell.id}
      data-look={look}
      aria-label={`${cell.code} ${t(`state.${cell.state}`)} ${share}`.trim()}
      aria-pressed={chosen}
      tabIndex={current ? 0 : -1}
      style={{ '--fill': fillOf(cell) } as CSSProperties}
    >
      <i />
      <b>{named ? cell.code : cell.state === 'used' ? (cell.usedPercent ?? '') : ''}</b>
    </button>
  )
})
