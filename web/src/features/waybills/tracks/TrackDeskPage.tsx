import { wordFor } from '@xunyun/contract/dictionary'
import type { Output } from '@xunyun/contract/kernel/call'
import type { StoredFile } from '@xunyun/contract/system/files'
import {
  addTrack,
  correctTrack,
  findTracked,
  mostTracked,
  mostTrackFiles,
  type TrackedRow,
  type TrackOut,
} from '@xunyun/contract/waybills/tracks'
import { Button, Checkbox, Dropdown, Form, Input, type InputRef } from 'antd'
import { ScanLine, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { useAction } from '../../../shared/action/useAction.ts'
import { api } from '../../../shared/api/api.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { fieldMessages } from '../../../shared/api/fieldErrors.ts'
import { Choice, useWords } from '../../../shared/form/Choice.tsx'
import { MomentInput } from '../../../shared/form/DayInput.tsx'
import { FileInput } from '../../../shared/form/FileInput.tsx'
import { Field, FormSection, useFill, useSaveKey } from '../../../shared/form/FormDrawer.tsx'
import { FormFrame } from '../../../shared/form/FormFrame.tsx'
import { useForm } from '../../../shared/form/useForm.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { serverNow } from '../../../shared/session/session.ts'
import { useTab } from '../../../shared/tabs/useTab.ts'
import { clock, dateTime, day } from '../../../shared/ui/format.ts'
import { Empty } from '../../../shared/ui/Notice.tsx'
import { StateTag } from '../../../shared/ui/StateTag.tsx'
import { toast } from '../../../shared/ui/toasts.ts'
import { useIsPhone } from '../../../shared/ui/useDevice.ts'
import { stateTone, stateWord } from '../columns.tsx'
import styles from './TrackDesk.module.css'
import { saidOf, TrackTimeline } from './TrackTimeline.tsx'

type Values = {
  node: string
  at: string
  place?: string
  text?: string
  visible: boolean
  files?: readonly StoredFile[]
}
type Found = Output<typeof findTracked>
const refresh = ['/api/W_Track/', '/api/Waybills/']

/** Add tracks fast, to one or to many. `?numbers=` begins with what these name. */
export default function TrackDeskPage() {
  const { t } = useTranslation(['tracking', 'waybills'])
  const isPhone = useIsPhone()
  const language = useLanguage()
  const tab = useTab()
  const queue = useQueue()
  const [correcting, setCorrecting] = useState<TrackOut | null>(null)
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map())
  const current = queue.current
  return (
    <div className={styles.desk}>
      {!isPhone && <h1 className={styles.title}>{t('desk.title')}</h1>}
      <div className={styles.columns}>
        <section className={styles.queue} aria-label={t('desk.queue', { count: queue.rows.length })}>
          <ScanBox onNumbers={queue.add} focused={tab.visible} />
          {queue.unknown.length > 0 && (
            <p className={styles.unknown} role="alert">
              {t('desk.unknown', { numbers: queue.unknown.join('、') })}
            </p>
          )}
          {queue.untracked.map(({ waybillNo, state }) => (
            <p key={waybillNo} className={styles.unknown} role="alert">
              {t('desk.untracked', { no: waybillNo, state: wordFor('waybillState', state, language) })}
            </p>
          ))}
          {queue.rows.length > 0 && (
            <div className={styles.queueHead}>
              <span>{t('desk.queue', { count: queue.rows.length })}</span>
              <Button size="small" type="text" onClick={queue.clear}>
                {t('desk.clear')}
              </Button>
            </div>
          )}
          <ol className={styles.rows}>
            {queue.rows.map((row) => (
              <QueueRow
                key={row.id}
                row={row}
                isCurrent={row.id === current?.id}
                refusal={refused.get(row.id)}
                onChoose={() => queue.choose(row.id)}
                onRemove={() => queue.remove([row.id])}
              />
            ))}
          </ol>
        </section>
        <section className={styles.work}>
          {current === undefined ? (
            <Empty title={t('desk.empty')} text={t('desk.emptyText')} />
          ) : (
            <>
              <TrackForm
                key={correcting === null ? 'new' : `correct-${correcting.id}`}
                current={current}
                all={queue.rows}
                correcting={correcting}
                onRefused={setRefused}
                onSaved={(ids) => {
                  setRefused(new Map())
                  if (correcting === null) queue.remove(ids)
                  else void queue.renew(current)
                  setCorrecting(null)
                }}
                onLeave={() => setCorrecting(null)}
              />
              <h2 className={styles.timelineTitle}>
                <Link to={pathTo('waybill', { no: current.waybillNo })}>
                  {t('desk.timeline', { no: current.waybillNo })}
                </Link>
              </h2>
              <TrackTimeline waybillId={current.id} onCorrect={setCorrecting} />
            </>
          )}
        </section>
      </div>
    </div>
  )
}

/** What waits to be tracked, in the order in which it was scanned; the number of a trip brings all that it carries. */
function useQueue() {
  const { t } = useTranslation('tracking')
  const [search] = useSearchParams()
  const [rows, setRows] = useState<readonly TrackedRow[]>([])
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const [untracked, setUntracked] = useState<Found['refused']>([])
  const [chosen, choose] = useState<number | null>(null)
  const add = async (numbers: readonly string[]) => {
    if (numbers.length === 0) return
    if (numbers.length > mostTracked) return toast.warning(t('desk.tooMany'))
    const found = await api(findTracked, { numbers: [...numbers] }).catch(() => undefined)
    if (found === undefined) return
    setUnknown(found.unknown)
    setUntracked(found.refused)
    setRows((before) => {
      const known = new Map(found.waybills.map((row) => [row.id, row]))
      const kept = before.map((row) => known.get(row.id) ?? row)
      return [...kept, ...found.waybills.filter(({ id }) => !before.some((row) => row.id === id))].slice(0, mostTracked)
    })
    const [first] = found.waybills
    if (first !== undefined) choose(first.id)
  }
  /** As it is now, where its last track has changed. */
  const renew = async ({ id, waybillNo }: TrackedRow) => {
    const found = await api(findTracked, { numbers: [waybillNo] }).catch(() => undefined)
    const now = found?.waybills.find((row) => row.id === id)
    if (now !== undefined) setRows((before) => before.map((row) => (row.id === id ? now : row)))
  }
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void add((search.get('numbers') ?? '').split(',').filter((no) => no !== ''))
  })
  return {
    rows,
    unknown,
    untracked,
    current: rows.find(({ id }) => id === chosen) ?? rows[0],
    add,
    renew,
    choose,
    remove: (ids: readonly number[]) => {
      const at = rows.findIndex(({ id }) => ids.includes(id))
      const left = rows.filter(({ id }) => !ids.includes(id))
      setRows(left)
      choose((left[at] ?? left[0])?.id ?? null)
    },
    clear: () => {
      setRows([])
      setUnknown([])
      setUntracked([])
    },
  }
}

/** One number by a scanner, or many pasted from a sheet. */
function ScanBox({ onNumbers, focused }: { onNumbers: (numbers: readonly string[]) => unknown; focused: boolean }) {
  const { t } = useTranslation('tracking')
  const [typed, setTyped] = useState('')
  const input = useRef<InputRef>(null)
  useEffect(() => {
    if (focused) input.current?.focus({ preventScroll: true })
  }, [focused])
  const take = (text: string) => {
    const numbers = text.split(/[\s,，、;；]+/).filter((no) => no !== '')
    setTyped('')
    void onNumbers([...new Set(numbers)])
  }
  return (
    <Input
      ref={input}
      className={styles.scan}
      prefix={<ScanLine size={16} strokeWidth={1.75} aria-hidden="true" />}
      placeholder={t('desk.scan')}
      title={t('desk.scanHint')}
      aria-label={t('desk.scan')}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onPressEnter={() => take(typed)}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain')
        if (!/[\s,，、;；]\S/.test(text.trim())) return
        event.preventDefault()
        take(text)
      }}
    />
  )
}

/** The time of today, the day with it of any other. */
const whenOf = (at: string): string => (day(at) === day(serverNow()) ? clock(at) : dateTime(at))

function QueueRow({
  row,
  isCurrent,
  refusal,
  onChoose,
  onRemove,
}: {
  row: TrackedRow
  isCurrent: boolean
  /** Why nothing could be written to it. */
  refusal: string | undefined
  onChoose: () => void
  onRemove: () => void
}) {
  const { t } = useTranslation(['tracking', 'waybills'])
  const language = useLanguage()
  const { lastTrack } = row
  return (
    <li className={styles.row} data-current={isCurrent || undefined}>
      <button type="button" className={styles.choose} aria-current={isCurrent} onClick={onChoose}>
        <b>{row.waybillNo}</b>
        <StateTag tone={stateTone(row)}>{stateWord(row, language)}</StateTag>
        <span className={styles.quiet}>
          {row.shipperCity} → {row.consigneeCity} · {t('waybills:track.pieces', { count: row.pieces })}
        </span>
        {lastTrack !== null && (
          <span className={styles.quiet}>
            {wordFor('trackNode', lastTrack.node, language)} {lastTrack.place} {saidOf(lastTrack)}{' '}
            {whenOf(lastTrack.at)}
          </span>
        )}
        {refusal !== undefined && <span className={styles.refused}>{refusal}</span>}
      </button>
      <Button
        type="text"
        size="small"
        icon={<X size={14} />}
        aria-label={t('desk.remove', { no: row.waybillNo })}
        onClick={onRemove}
      />
    </li>
  )
}

/** A refusal names each waybill by its place in what was sent: `ids.3`. */
async function refusedOf(error: unknown, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const said = error instanceof ApiError ? await fieldMessages(error) : []
  return new Map(
    said.flatMap(({ name: [field, at], errors: [text] }) => {
      const id = field === 'ids' ? ids[Number(at)] : undefined
      return id === undefined || text === undefined ? [] : [[id, text] as const]
    }),
  )
}

type FormProps = {
  current: TrackedRow
  all: readonly TrackedRow[]
  correcting: TrackOut | null
  /** What was wrong with which of them. */
  onRefused: (refused: ReadonlyMap<number, string>) => void
  onSaved: (ids: readonly number[]) => void
  onLeave: () => void
}

function TrackForm({ current, all, correcting, onRefused, onSaved, onLeave }: FormProps) {
  const { t } = useTranslation(['tracking', 'waybills'])
  const language = useLanguage()
  const tab = useTab()
  const add = useAction(addTrack, { refresh })
  const correct = useAction(correctTrack, { refresh })
  const isForAll = useRef(false)
  const saved = useRef<readonly number[]>([])
  const state = useForm<Values>({
    name: correcting === null ? 'track-desk' : `track-correct-${correcting.id}`,
    initial:
      correcting === null
        ? { at: serverNow().toISOString(), visible: true }
        : {
            node: correcting.node,
            at: correcting.at,
            place: correcting.place ?? undefined,
            text: correcting.text,
            visible: correcting.visible,
          },
    call: addTrack,
    onSubmit: async ({ files = [], ...values }, { key }) => {
      const track = {
        ...values,
        node: values.node as never,
        files: files.map(({ FileID }) => FileID),
        confirm: undefined,
      }
      if (correcting !== null) {
        await correct.run({ id: correcting.id, ...track }, { key })
        return
      }
      const rows = isForAll.current ? all : [current]
      saved.current = rows.map(({ id }) => id)
      const ids = [...saved.current]
      const { added } = await add.run({ ids, numbers: undefined, ...track }, { key }).catch(async (error: unknown) => {
        onRefused(await refusedOf(error, ids))
        throw error
      })
      toast.success(t('desk.saved', { count: added }))
    },
    onSaved: () => {
      onSaved(saved.current)
      // The next one is usually at the same place, a little later.
      state.form.setFieldsValue({ at: serverNow().toISOString(), text: undefined, files: [] } as Partial<Values>)
    },
  })
  const save = (forAll: boolean) => {
    isForAll.current = forAll
    state.submit()
  }
  useSaveKey(tab.visible, () => save(false))
  return (
    <div className={styles.form}>
      {correcting !== null && (
        <p className={styles.correcting} role="status">
          {t('desk.correcting', {
            time: whenOf(correcting.at),
            node: wordFor('trackNode', correcting.node, language),
          })}
        </p>
      )}
      <FormFrame state={state} begins={correcting !== null}>
        <FormSection columns={2}>
          <Field name="node" label={t('waybills:track.node')}>
            <Choice type="trackNode" />
          </Field>
          <Field name="at" label={t('waybills:track.at')}>
            <MomentInput />
          </Field>
          <Field name="place" label={t('waybills:track.place')}>
            <Input maxLength={100} />
          </Field>
          <Field name="visible" label={t('waybills:track.visible')} valuePropName="checked">
            <Checkbox />
          </Field>
          <Field name="text" label={t('waybills:track.text')} span={2} hint={<Phrases />}>
            <Input.TextArea rows={2} maxLength={300} />
          </Field>
          <Field name="files" label={t('waybills:track.files')} span={2} contract={false}>
            <FileInput max={mostTrackFiles} accept="image/*,application/pdf" />
          </Field>
        </FormSection>
      </FormFrame>
      <div className={styles.bar}>
        <Button type="primary" data-commit loading={state.busy} onClick={() => save(false)}>
          {correcting === null ? t('desk.saveNext') : t('desk.saveCorrection')}
        </Button>
        {correcting === null ? (
          all.length > 1 && (
            <Button disabled={state.busy} onClick={() => save(true)}>
              {t('desk.saveAll', { count: all.length })}
            </Button>
          )
        ) : (
          <Button disabled={state.busy} onClick={onLeave}>
            {t('desk.cancelCorrection')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** What is said again and again; the company's own are kept in the dictionary. */
function Phrases() {
  const { t } = useTranslation('waybills')
  const words = useWords({ type: 'trackPhrase' })
  const form = Form.useFormInstance<Values>()
  const fill = useFill()
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: words.filter(({ disabled }) => !disabled).map(({ value, label }) => ({ key: value, label })),
        onClick: ({ key }) => {
          const said = words.find(({ value }) => value === key)?.label ?? ''
          const before = (form.getFieldValue('text') as string | undefined) ?? ''
          fill({ text: before === '' ? said : `${before} ${said}` })
        },
      }}
    >
      <Button size="small" type="link">
        {t('track.phrases')}
      </Button>
    </Dropdown>
  )
}
