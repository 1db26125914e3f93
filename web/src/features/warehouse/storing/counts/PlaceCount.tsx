import { wordFor } from '@xunyun/contract/dictionary'
import { getItemChoices, type ItemChoice } from '@xunyun/contract/warehouse/masters/items'
import { type CountDetail, type CountPlaceRow, countPlace } from '@xunyun/contract/warehouse/storing/counts'
import { Button, Input } from 'antd'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../../shared/action/useAction.ts'
import { ApiError } from '../../../../shared/api/errors.ts'
import { fieldMessages } from '../../../../shared/api/fieldErrors.ts'
import { beginIn, enterGoesOn, enterInLines } from '../../../../shared/form/enter.ts'
import { useSaveKey } from '../../../../shared/form/FormDrawer.tsx'
import { Lookup } from '../../../../shared/form/Lookup.tsx'
import { useKept } from '../../../../shared/form/useKept.ts'
import { useLanguage } from '../../../../shared/i18n/useLanguage.ts'
import { useTab } from '../../../../shared/tabs/useTab.ts'
import { confirm } from '../../../../shared/ui/confirm.ts'
import styles from '../orders/Orders.module.css'
import { countPaths } from './paths.ts'
import { type Extra, entriesOf, isTold, type Told, toldBefore } from './placeLines.ts'

type Props = { count: CountDetail; place: CountPlaceRow; onDone: (left: number) => void; onBack: () => void }

/** One place, counted blind: every kind of goods that should be there, and what else was found. */
export function PlaceCount({ count, place, onDone, onBack }: Props) {
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
  const shown = [...extras, {} as Extra]
  /** What was said of a row is about what stood there before. */
  const keep = (row: number, next: Partial<typeof kept.value>) => {
    kept.keep({ ...kept.value, ...next })
    setWrong(new Map([...wrong].filter(([cell]) => !cell.startsWith(`${row}.`))))
  }
  const setLine = (row: number, patch: Told) =>
    keep(row, { told: lines.map((_, at) => (at === row ? { ...told[at], ...patch } : (told[at] ?? {}))) })
  const setExtra = (at: number, patch: Extra) => {
    const next = shown.map((extra, index) => (index === at ? { ...extra, ...patch } : extra))
    keep(lines.length + at, { extras: next.filter(({ item }) => item) })
  }
  const removeExtra = (at: number) => {
    kept.keep({ ...kept.value, extras: extras.filter((_, index) => index !== at) })
    setWrong(new Map())
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
  const complaint = (row: number, ...fields: string[]) =>
    fields.map((field) => {
      const message = wrong.get(`${row}.${field}`)
      return (
        message && (
          <div key={field} className={styles.wrong} role="alert">
            {message}
          </div>
        )
      )
    })
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => beginIn(body.current), [])
  const amount = (value: Told, bySerial: boolean, label: string, set: (patch: Told) => void) =>
    bySerial ? (
      <Input.TextArea
        variant="borderless"
        autoSize={{ minRows: 1, maxRows: 8 }}
        placeholder={t('order.serials')}
        aria-label={label}
        value={value.serials ?? ''}
        onChange={(event) => set({ serials: event.target.value })}
      />
    ) : (
      <Input
        className={styles.figure}
        inputMode="decimal"
        maxLength={20}
        aria-label={label}
        value={value.qty ?? ''}
        onChange={(event) => set({ qty: event.target.value })}
      />
    )
  const text = (extra: Extra, row: number, cell: 'batchNo' | 'expiry' | 'containerCode', label: string) => (
    <Input
      variant="borderless"
      maxLength={40}
      aria-label={`${label} ${lines.length + row + 1}`}
      placeholder={label}
      disabled={extra.item === undefined}
      value={extra[cell] ?? ''}
      onChange={(event) => setExtra(row, { [cell]: event.target.value })}
    />
  )
  return (
    <div ref={body} {...enterGoesOn}>
      {kept.restored && (
        <p className={styles.quiet} role="status">
          {t('ui:form.restored')}
        </p>
      )}
      <div className={styles.frame}>
        <table className={styles.grid} {...enterInLines} aria-label={t('count.grid', { place: place.code })}>
          <thead>
            <tr>
              <th>#</th>
              <th>{t('warehouse/ledger:column.itemNo')}</th>
              <th>{t('warehouse/ledger:column.batchNo')}</th>
              <th>{t('warehouse/ledger:column.expiry')}</th>
              <th>{t('warehouse/ledger:column.containerCode')}</th>
              <th className={styles.right}>{t('count.found')}</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {lines.map((line, row) => (
              <tr key={line.id}>
                <td className={styles.quiet}>{row + 1}</td>
                <td className={styles.goods}>
                  <b>{line.itemNo}</b>
                  <small>
                    {line.itemName} · {wordFor('quality', line.quality, language)}
                  </small>
                  {complaint(row, 'lineId')}
                </td>
                <td>{line.batchNo || '—'}</td>
                <td>{line.expiry ?? '—'}</td>
                <td>{line.containerCode ?? '—'}</td>
                <td data-cell className={styles.qty}>
                  {amount(told[row] ?? {}, line.serialControlled, `${t('count.found')} ${row + 1}`, (patch) =>
                    setLine(row, patch),
                  )}
                  {complaint(row, 'qty', 'serials')}
                </td>
                <td className={styles.quiet}>{wordFor('unit', line.baseUnit, language)}</td>
              </tr>
            ))}
            {shown.map((extra, at) => {
              const row = lines.length + at
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: goods that were found are known by their place; they have no name of their own
                <tr key={at} data-blank={extra.item === undefined || undefined}>
                  <td className={styles.quiet}>{row + 1}</td>
                  <td data-cell className={styles.place}>
                    <Lookup
                      variant="borderless"
                      call={getItemChoices}
                      allowClear={false}
                      value={extra.item?.id}
                      known={extra.item && [{ ...extra.item, hint: null }]}
                      onChange={(_: never, [chosen]) => {
                        const item = chosen as ItemChoice | undefined
                        if (item) setExtra(at, { item })
                      }}
                      placeholder={t('count.other')}
                      aria-label={`${t('warehouse/ledger:column.itemNo')} ${row + 1}`}
                    />
                    {complaint(row, 'itemId')}
                  </td>
                  <td data-cell>
                    {text(extra, at, 'batchNo', t('warehouse/ledger:column.batchNo'))}
                    {complaint(row, 'batchNo')}
                  </td>
                  <td data-cell>
                    {text(extra, at, 'expiry', t('warehouse/ledger:column.expiry'))}
                    {complaint(row, 'expiry')}
                  </td>
                  <td data-cell>
                    {text(extra, at, 'containerCode', t('warehouse/ledger:column.containerCode'))}
                    {complaint(row, 'containerCode')}
                  </td>
                  <td data-cell className={styles.qty}>
                    {extra.item &&
                      amount(extra, extra.item.serialControlled, `${t('count.found')} ${row + 1}`, (patch) =>
                        setExtra(at, patch),
                      )}
                    {complaint(row, 'qty', 'serials')}
                  </td>
                  <td>
                    {extra.item && (
                      <Button
                        type="text"
                        size="small"
                        aria-label={t('order.remove', { row: row + 1 })}
                        icon={<X size={14} strokeWidth={1.75} />}
                        onClick={() => removeExtra(at)}
                      />
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <div className={styles.foot}>
        <Button onClick={onBack}>{t('count.back')}</Button>
        <Button type="primary" data-commit loading={done.pending} onClick={() => void save().catch(() => undefined)}>
          {t('count.placeDone')}
        </Button>
      </div>
    </div>
  )
}
