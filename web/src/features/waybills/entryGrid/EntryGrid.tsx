import { getOutletChoices } from '@xunyun/contract/companies/calls'
import { sayReason } from '@xunyun/contract/errors'
import { sumDecimals } from '@xunyun/contract/kernel/decimal'
import { Button } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { DayInput } from '../../../shared/form/DayInput.tsx'
import { Lookup } from '../../../shared/form/Lookup.tsx'
import { type KeyGroup, useShortcut } from '../../../shared/keys/keys.ts'
import { serverNow, useSession } from '../../../shared/session/session.ts'
import { useTab } from '../../../shared/tabs/useTab.ts'
import { day } from '../../../shared/ui/format.ts'
import { useStable } from '../../../shared/ui/useStable.ts'
import { useOutletNeeded } from '../OutletField.tsx'
import waybills from '../Waybills.module.css'
import type { Editing } from './CellEditor.tsx'
import { cells, columnsFor, isBlank, isCell } from './cells.ts'
import styles from './EntryGrid.module.css'
import { complaintAt } from './EntryLine.tsx'
import { EntryTable } from './EntryTable.tsx'
import { KeyLine } from './KeyLine.tsx'
import { PlacedStrip } from './PlacedStrip.tsx'
import { useEntryDraft } from './useEntryDraft.ts'
import { type Quoted, useFreights, usePremiums } from './useFreights.ts'
import { usePlacing } from './usePlacing.ts'
import { useValidation } from './useValidation.ts'

const placeKey: KeyGroup = { title: 'ui:keys.form', shortcuts: [{ keys: 'mod+s', label: 'waybills:task.place' }] }

/** What is owed with the insurance; not known before both are. */
const withPremium = (quote: NonNullable<Quoted>, premium: string | null | undefined): Quoted =>
  premium === undefined ? undefined : { ...quote, amount: sumDecimals([quote.amount, premium ?? '0'], 2) }

/** 录单表: a row a waybill, by keyboard alone, rows from Excel; each is placed on its own. */
export function EntryGrid() {
  const { t } = useTranslation(['waybills', 'ui'])
  const tab = useTab()
  const user = useSession(({ userInfo }) => userInfo)
  const columns = useMemo(() => columnsFor(user?.scope === 'customer'), [user?.scope])
  const entry = useEntryDraft(columns[0] ?? cells[0])
  const state = useStore(entry)
  const { rows } = state.sheet
  const { progress } = state
  const bizDate = state.bizDate ?? day(serverNow())
  const { outletId } = state
  const common = useMemo(() => ({ bizDate, outletId }), [bizDate, outletId])
  const judging = useValidation(rows, common, state.refusals)
  const { judgedOf, complaintsOf } = judging
  const quoted = useFreights(rows.flatMap((row) => judgedOf(row).asked ?? []))
  const premium = usePremiums(rows.flatMap((row) => judgedOf(row).insured ?? []))
  const hold = useRef<Editing | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const table = useRef<HTMLTableElement>(null)

  const begun = rows.filter((row) => !isBlank(row))
  const isDoubtful = (key: string) => state.doubts[key] !== undefined
  const wrong = begun.filter((row) => complaintsOf(row).size > 0)
  // Of the row that is being typed only what stands in it already counts.
  const saidWrong = wrong.filter((row) => {
    const patient = row.key === state.at.key && !state.strict.has(row.key)
    return complaintsOf(row).has('row') || columns.some((one) => complaintAt(row, one, complaintsOf(row), patient))
  })
  const ready = begun.filter((row) => judgedOf(row).state === 'ready' || isDoubtful(row.key))
  const toWrong = useStable(() => {
    const [row] = wrong
    if (row === undefined) return
    const complaints = complaintsOf(row)
    const column = columns.find((one) => isCell(one) && complaints.has(one)) ?? columns[0] ?? cells[0]
    const spot = { key: row.key, column }
    entry.setState({ at: spot, head: spot, strict: new Set(begun.map(({ key }) => key)) })
    // The cursor may stand there already, with the focus elsewhere.
    table.current?.querySelector<HTMLElement>('td[data-current] input')?.focus()
  })
  const place = usePlacing({
    entry,
    common,
    words: judging.words,
    // What the server said is drawn first.
    onWrong: () => setTimeout(toWrong),
  })
  const outletNeeded = useOutletNeeded(true)
  const [pressed, setPressed] = useState(false)
  const outletMissing = pressed && outletNeeded && outletId === undefined
  const start = () => {
    hold.current?.commit()
    setPressed(true)
    if (!outletNeeded || outletId !== undefined) place()
  }
  useShortcut(placeKey, start, tab.visible)
  const clear = useRef<() => void>(() => undefined)

  return (
    <>
      <div className={styles.bar}>
        <span className={styles.day}>
          {t('column.bizDate')}
          <DayInput
            aria-label={t('column.bizDate')}
            value={bizDate}
            onChange={(next) => entry.setState({ bizDate: next })}
          />
        </span>
        <Lookup
          call={getOutletChoices}
          input={{ mine: true }}
          allowClear
          value={outletId}
          placeholder={user?.outletName ?? t(outletNeeded ? 'ui:form.choose' : 'grid.ownOutlet')}
          onChange={(next: number | undefined) => entry.setState({ outletId: next })}
          prefix={t('column.outlet')}
          aria-label={t('column.outlet')}
          status={outletMissing ? 'error' : undefined}
          style={{ width: 200 }}
        />
        {outletMissing && (
          <span className={styles.missing} role="alert">
            {sayReason('waybills.outletNeeded', {}, judging.words.language)}
          </span>
        )}
        <KeyLine />
      </div>
      <EntryTable
        entry={entry}
        state={state}
        columns={columns}
        judging={judging}
        quoted={(row) => {
          const { asked, insured } = judgedOf(row)
          const quote = asked === null ? undefined : quoted(asked)
          return quote && insured !== null ? withPremium(quote, premium(insured)) : quote
        }}
        hold={hold}
        table={table}
        way={button}
        clear={clear}
      />
      <PlacedStrip placed={state.placed} onClear={() => entry.setState({ placed: [] })} />
      <div className={waybills.actionBar}>
        <Button ref={button} type="primary" loading={progress !== null} onClick={start}>
          {progress === null ? t('grid.place', { count: ready.length }) : t('grid.placing', progress)}
          <kbd className={waybills.key}>Ctrl S</kbd>
        </Button>
        {progress !== null && <Button onClick={() => entry.setState({ stopping: true })}>{t('grid.stop')}</Button>}
        <Button type="text" disabled={begun.length === 0 || progress !== null} onClick={() => clear.current()}>
          {t('task.clear')}
        </Button>
        <span className={styles.wrongRows} role="status">
          {saidWrong.length > 0 && (
            <Button type="link" danger size="small" onClick={toWrong}>
              {t('grid.wrongRows', { count: saidWrong.length })}
            </Button>
          )}
        </span>
      </div>
    </>
  )
}
