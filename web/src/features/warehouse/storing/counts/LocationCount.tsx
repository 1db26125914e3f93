import { wordFor } from '@xunyun/contract/dictionary'
import { getItemChoices, type ItemChoice } from '@xunyun/contract/warehouse/masters/items'
import { type CountDetail, type CountPlaceRow, countPlace } from '@xunyun/contract/warehouse/storing/counts'
import { Button, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../../shared/action/useAction.ts'
import { ApiError } from '../../../../shared/api/errors.ts'
import { fieldMessages } from '../../../../shared/api/fieldErrors.ts'
import { Two } from '../../../../shared/detail/LinesTable.tsx'
import { beginIn, enterGoesOn } from '../../../../shared/form/enter.ts'
import { useSaveKey } from '../../../../shared/form/FormDrawer.tsx'
import { type LineColumn, LineGrid } from '../../../../shared/form/LineGrid.tsx'
import { Lookup } from '../../../../shared/form/Lookup.tsx'
import { useKept } from '../../../../shared/form/useKept.ts'
import { LineText } from '../../../../shared/goods/LineText.tsx'
import { useLanguage } from '../../../../shared/i18n/useLanguage.ts'
import { useTab } from '../../../../shared/tabs/useTab.ts'
import { confirm } from '../../../../shared/ui/confirm.ts'
import styles from '../orders/Orders.module.css'
import { type Extra, entriesOf, isTold, type Told, toldBefore } from './locationLines.ts'
import { countPaths } from './paths.ts'

type Props = { count: CountDetail; place: CountPlaceRow; onDone: (left: number) => void; onBack: () => void }

/** One place, counted blind: every kind of goods that should be there, and what else was found. */
export function LocationCount({ count, place, onDone, onBack }: Props) {
  const { t } = useTranslation(['warehouse/storing', 'warehouse/ledger', 'ui'])
  const language = useLanguage()
  const lines = count.lines.filter(({ locationId }) => locationId === place.locationId)
  const kept = useKept<{ told: readonly Told[]; extras: readonly Extra[] }>(
    `stock-count-${count.id}-${place.locationId}-${count.state}`,
    () => ({ told: lines.map((line) => toldBefore(line, count.state)), extras: [] }),
  )
  const { told, extras } = kept.value
  const [wrong, setWrong] = useState<ReadonlyMap<string, string>>(new Map())
  const done = useAction(countPlace, { refresh: countPaths })
  /** What the book has of the place, then what else was found. */
  const rows: readonly Extra[] = [...lines.map((_, row) => told[row] ?? {}), ...extras]
  const keep = (next: readonly Extra[], row: number) => {
    const found = next.slice(lines.length).filter(({ item }) => item)
    kept.keep({ told: next.slice(0, lines.length), extras: found })
    // What was said of a row is about what stood there before; below one that is gone, rows have other numbers.
    setWrong(new Map([...wrong].filter(([cell]) => found.length >= extras.length && !cell.startsWith(`${row}.`))))
  }
  const save = async () => {
    const empty = lines.filter((_, row) => !isTold(told[row] ?? {})).length
    const asked = empty > 0 || (lines.length === 0 && extras.length === 0)
    if (
      asked &&
      !(await confirm({
        title: t('count.emptyAsk', { place: place.code }),
        text: t('count.emptyText', { count: empty }),
        yes: t('count.placeDone'),
      }))
    )
      return
    setWrong(new Map())
    try {
      const input = { id: count.id, locationId: place.locationId, entries: entriesOf(lines, told, extras) }
      const { left } = await done.run(input)
      kept.drop()
      onDone(left)
    } catch (error) {
      if (!(error instanceof ApiError)) return
      const messages = await fieldMessages(error)
      setWrong(
        new Map(
          messages.flatMap(({ name: [, index, field], errors: [first] }) =>
            field === undefined || first === undefined ? [] : [[`${index}.${field}`, first] as const],
          ),
        ),
      )
    }
  }
  const { visible } = useTab()
  useSaveKey(visible && !done.pending, () => void save().catch(() => undefined))
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => beginIn(body.current), [])
  const isSerial = (row: Extra, at: number) => (lines[at] ?? row.item)?.serialControlled
  const text = (key: 'batchNo' | 'expiry' | 'containerCode'): LineColumn<Extra> => ({
    key,
    title: t(`warehouse/ledger:column.${key}`),
    render: (extra, set, props, at) => {
      const line = lines[at]
      return line ? (
        <div className={styles.shown}>{line[key] || '—'}</div>
      ) : (
        <LineText
          {...props}
          placeholder={t(`warehouse/ledger:column.${key}`)}
          disabled={extra.item === undefined}
          value={extra[key]}
          onChange={(next) => set({ [key]: next })}
        />
      )
    },
  })
  return (
    <div ref={body} {...enterGoesOn}>
      {kept.restored && (
        <p className={styles.quiet} role="status">
          {t('ui:form.restored')}
        </p>
      )}
      <LineGrid<Extra>
        name="entries"
        label={t('count.grid', { place: place.code })}
        value={rows}
        onChange={keep}
        errors={wrong}
        numbered
        blank={() => ({})}
        fixed={(_, at) => at < lines.length}
        columns={[
          {
            key: 'itemId',
            also: ['lineId'],
            title: t('warehouse/ledger:column.itemNo'),
            className: styles.place,
            render: ({ item }, set, props, at) => {
              const line = lines[at]
              return line ? (
                <div className={styles.shown}>
                  <Two first={line.itemNo} below={`${line.itemName} · ${wordFor('quality', line.quality, language)}`} />
                </div>
              ) : (
                <Lookup
                  {...props}
                  call={getItemChoices}
                  allowClear={false}
                  value={item?.id}
                  known={item && [{ ...item, hint: null }]}
                  onChange={(_: never, [chosen]) => chosen && set({ item: chosen as ItemChoice })}
                  placeholder={t('count.other')}
                />
              )
            },
          },
          text('batchNo'),
          text('expiry'),
          text('containerCode'),
          {
            key: 'qty',
            also: ['serials'],
            title: t('count.found'),
            right: true,
            className: styles.qty,
            render: (row, set, props, at) => {
              if (at >= lines.length && !row.item) return null
              return isSerial(row, at) ? (
                <Input.TextArea
                  variant="borderless"
                  autoSize={{ minRows: 1, maxRows: 8 }}
                  placeholder={t('order.serials')}
                  aria-label={props['aria-label']}
                  value={row.serials ?? ''}
                  onChange={(event) => set({ serials: event.target.value })}
                />
              ) : (
                <LineText
                  {...props}
                  variant="outlined"
                  maxLength={20}
                  value={row.qty}
                  onChange={(qty) => set({ qty })}
                />
              )
            },
          },
          {
            key: 'unit',
            title: '',
            shown: true,
            render: (_row, _set, _props, at) => wordFor('unit', lines[at]?.baseUnit ?? '', language),
          },
        ]}
      />
      <div className={styles.foot}>
        <Button onClick={onBack}>{t('count.back')}</Button>
        <Button type="primary" data-commit loading={done.pending} onClick={() => void save().catch(() => undefined)}>
          {t('count.placeDone')}
        </Button>
      </div>
    </div>
  )
}
