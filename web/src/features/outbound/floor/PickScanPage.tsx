import { useQuery } from '@tanstack/react-query'
import { codes, wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import {
  getPickTask,
  getPickTasks,
  type PickAnswer,
  type PickInput,
  type PickTaskRow,
} from '@xunyun/contract/warehouse/picking'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { api, type Sending } from '../../../shared/api/api.ts'
import { newKey } from '../../../shared/api/encode.ts'
import { ApiError, NetworkError } from '../../../shared/api/errors.ts'
import styles from '../../../shared/floor/Floor.module.css'
import { Floor, useBand } from '../../../shared/floor/Floor.tsx'
import { useElsewhere } from '../../../shared/floor/useElsewhere.ts'
import { wordsOf } from '../../../shared/floor/wordsOf.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { serverNow, useSession } from '../../../shared/session/session.ts'
import { figure } from '../../../shared/ui/format.ts'
import { actIdOf } from '../actId.ts'
import { hasNews, type KeptTask, keptTasks, type LineNow, linesNow, nextLine } from './keptPicks.ts'
import own from './PickScan.module.css'
import { begin, type InHand, type Said, scanned, typed } from './pickScans.ts'
import { useKeptTask } from './useKeptTask.ts'

/** Pick with a scanner in the hand; a task that was opened is picked to its end without the network, too. */
export default function PickScanPage() {
  const { no } = useParams()
  return no === undefined || no === '' ? <Choosing /> : <Picking key={no} no={no} />
}

/** Which task: scanned by its number, its wave's or a notice's, or chosen from those that wait. */
function Choosing() {
  const { t } = useTranslation('outbound')
  const navigate = useNavigate()
  const [band, say] = useBand()
  const userId = useSession(({ userInfo }) => userInfo?.UserID ?? 0)
  const { data, error } = useQuery({
    queryKey: [getPickTasks.path, 'scan'],
    queryFn: async ({ signal }) => {
      const ask = (tab: 'picking' | 'waiting') =>
        api(getPickTasks, { tab, pageSize: 50 } as Sending<typeof getPickTasks>, { signal, quiet: true, offline: true })
      const [picking, waiting] = await Promise.all([ask('picking'), ask('waiting')])
      return [...picking.rows, ...waiting.rows].filter(({ pickerId }) => pickerId === null || pickerId === userId)
    },
    staleTime: 0,
  })
  // Without the network one goes on with any task that is on the device.
  const kept = keptTasks(userId).filter((one) => error instanceof NetworkError || hasNews(one))
  const go = (no: string) => void navigate(pathTo('outBoundScan', { no }), { replace: true })
  const open = async (code: string) => {
    try {
      go((await api(getPickTask, { id: undefined, no: code }, { quiet: true })).taskNo)
    } catch (error) {
      const isUnknown = error instanceof ApiError && error.code === 404
      say({ ok: false, text: isUnknown ? t('scan.noTask', { code }) : await wordsOf(error) })
    }
  }
  return (
    <Floor
      band={band}
      hint={t('scan.task')}
      onScan={(code) => void open(code)}
      keys={[{ key: 'list', label: t('scan.list'), onClick: () => void navigate(pathTo('outBound')) }]}
    >
      {kept.length > 0 && (
        <ul className={`${styles.card} ${styles.rows}`} aria-label={t('scan.keptTasks')}>
          {kept.map((one) => (
            <li key={one.task.taskNo}>
              <button type="button" onClick={() => go(one.task.taskNo)}>
                <span>
                  {one.task.taskNo}
                  {hasNews(one) && <small>{t('scan.toSend', { count: one.acts.length })}</small>}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {error === null ? (
        <TaskRows rows={data ?? []} onChoose={go} />
      ) : (
        <p className={own.waiting} role="status">
          {error.message}
        </p>
      )}
    </Floor>
  )
}

function TaskRows({ rows, onChoose }: { rows: readonly PickTaskRow[]; onChoose: (no: string) => void }) {
  const { t } = useTranslation('outbound')
  return (
    <ul className={`${styles.card} ${styles.rows}`} aria-label={t('task.list')}>
      {rows.length === 0 && <li className={styles.quiet}>{t('task.none')}</li>}
      {rows.map((row) => (
        <li key={row.id}>
          <button type="button" onClick={() => onChoose(row.taskNo)}>
            <span>
              {row.taskNo}
              <small>{row.consignees.join('，')}</small>
            </span>
            <span>
              {figure(row.picked)} / {figure(row.qty)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Picking({ no }: { no: string }) {
  const { t } = useTranslation('outbound')
  const language = useLanguage()
  const navigate = useNavigate()
  const [band, say] = useBand()
  const elsewhere = useElsewhere()
  const [hand, setHand] = useState<InHand | null>(null)
  const [mode, setMode] = useState<'scan' | 'qty' | 'short'>('scan')
  const onAnswer = ({ instead, missing }: PickAnswer) => {
    if (instead.length > 0)
      say({
        ok: true,
        text: t('task.instead', {
          places: instead.map(({ locationCode, qty }) => `${locationCode} ${figure(qty)}`).join('，'),
        }),
      })
    else if (compareDecimal(missing, '0') > 0)
      say({ ok: false, text: t('task.stillMissing', { qty: figure(missing) }) })
  }
  const { kept, error, online, add, dismiss } = useKeptTask(no, {
    onAnswer,
    onRefused: (msg) => say({ ok: false, text: msg }),
  })
  if (kept === null)
    return (
      <Floor
        band={error === null ? band : { ok: false, text: t('scan.noTask', { code: no }) }}
        hint={t('scan.task')}
        onScan={(code) => void navigate(pathTo('outBoundScan', { no: code }), { replace: true })}
        keys={[{ key: 'list', label: t('scan.list'), onClick: () => void navigate(pathTo('outBound')) }]}
      >
        {null}
      </Floor>
    )
  const { task, acts, refused } = kept
  const lines = linesNow(kept)
  const line = lines.find(({ id, left }) => id === hand?.lineId && compareDecimal(left, '0') > 0) ?? nextLine(lines)
  const done = lines.filter(({ left }) => compareDecimal(left, '0') === 0).length
  const now: InHand | null = line === undefined ? null : hand?.lineId === line.id ? hand : begin(line)

  const words = (said: Said): string => {
    if (said.ok)
      return said.key === 'added'
        ? t('scan.added', { item: said.code, qty: figure(said.qty) })
        : t(`scan.${said.key}`, { code: said.code })
    if (said.key === 'elsewhere') return elsewhere(said.code)
    return t(`scan.${said.key}`, { code: said.code, right: said.right })
  }
  const onScan = (code: string) => {
    if (/^(JH|BC|CK)\d{11}$/i.test(code))
      return void navigate(pathTo('outBoundScan', { no: code.toUpperCase() }), { replace: true })
    if (line === undefined || now === null) return say({ ok: false, text: t('scan.allPicked') })
    const { next, said } =
      mode === 'qty' ? typed(now, line, code) : scanned(now, line, code, serverNow().getFullYear(), task.warehouseCode)
    setHand(next)
    if (mode === 'qty' && said.ok) setMode('scan')
    say({ ok: said.ok, text: words(said), ...(said.ok ? { undo: () => setHand(now) } : {}) })
  }
  const post = (target: LineNow, of: InHand, shortReason?: string) => {
    const act = {
      actId: actIdOf(newKey()),
      taskId: task.id,
      lineId: target.id,
      qty: of.qty,
      shortReason: shortReason as PickInput['shortReason'],
      stagingLocationId: task.stagingLocations[0]?.id,
      serials: [...of.serials],
      at: serverNow().toISOString(),
    } satisfies PickInput
    try {
      add(act)
    } catch {
      return say({ ok: false, text: t('scan.full') })
    }
    setHand(null)
    setMode('scan')
    const isLast = lines.every(({ id, left }) => id === target.id || compareDecimal(left, '0') === 0)
    say({
      ok: true,
      text:
        isLast && shortReason === undefined
          ? t('scan.allPicked')
          : t('scan.picked', { item: target.itemNo, qty: figure(of.qty) }),
    })
  }
  const isWhole = line !== undefined && now !== null && compareDecimal(now.qty, line.left) === 0
  const keys =
    line !== undefined && now !== null
      ? [
          {
            key: 'short',
            label: t('act.short'),
            tone: 'danger' as const,
            pressed: mode === 'short',
            disabled: isWhole,
            onClick: () => setMode(mode === 'short' ? 'scan' : 'short'),
          },
          {
            key: 'qty',
            label: t('scan.typeQty'),
            pressed: mode === 'qty',
            disabled: line.serialControlled,
            onClick: () => setMode(mode === 'qty' ? 'scan' : 'qty'),
          },
          {
            key: 'done',
            label: t('scan.lineDone'),
            tone: 'primary' as const,
            disabled: !now.there || compareDecimal(now.qty, '0') === 0,
            onClick: () => post(line, now),
          },
        ]
      : [
          {
            key: 'next',
            label: t('scan.otherTask'),
            tone: 'primary' as const,
            onClick: () => void navigate(pathTo('outBoundScan', { no: '' }), { replace: true }),
          },
        ]
  const hint =
    line === undefined
      ? t('scan.task')
      : mode === 'qty'
        ? t('scan.askQty')
        : now?.there
          ? t(line.serialControlled ? 'scan.serial' : 'scan.goods')
          : t('scan.place')
  return (
    <Floor
      title={task.taskNo}
      progress={[done, lines.length]}
      band={band}
      hint={hint}
      numeric={mode === 'qty'}
      onScan={onScan}
      keys={keys}
    >
      {(acts.length > 0 || !online) && (
        <p className={own.waiting} role="status">
          {online ? t('scan.toSend', { count: acts.length }) : t('scan.offline', { count: acts.length })}
        </p>
      )}
      <Refused refused={refused} task={task} onDismiss={dismiss} />
      {line === undefined || now === null ? (
        <section className={styles.card}>
          <div className={styles.big}>{t('scan.allPicked')}</div>
          <span className={styles.quiet}>{t('scan.stage', { place: task.stagingLocations[0]?.label ?? '—' })}</span>
        </section>
      ) : (
        <>
          <section className={styles.card}>
            <span className={styles.quiet}>{t('scan.goTo')}</span>
            <div className={styles.big} data-there={now.there || undefined}>
              {line.locationCode}
            </div>
            {line.containerCode && <span className={styles.quiet}>{line.containerCode}</span>}
          </section>
          <section className={styles.card}>
            <div className={styles.title}>
              <b>{line.itemName}</b>
              <span>{line.itemNo}</span>
            </div>
            <div className={styles.quiet}>
              {[line.batchNo, line.expiry, wordFor('quality', line.quality, language), line.noticeNo]
                .filter(Boolean)
                .join(' · ')}
            </div>
            <div className={styles.big}>
              {figure(now.qty)}
              <small>
                / {figure(line.left)} {wordFor('unit', line.baseUnit, language)}
              </small>
            </div>
          </section>
          {mode === 'short' && (
            <ul className={`${styles.card} ${styles.rows}`} aria-label={t('pick.shortReason')}>
              {codes('shortReason').map((code) => (
                <li key={code}>
                  <button type="button" onClick={() => post(line, now, code)}>
                    <span>{wordFor('shortReason', code, language)}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Floor>
  )
}

/** What the server did not take: told until the picker has seen it; the line is to be picked again. */
function Refused({ refused, task, onDismiss }: Pick<KeptTask, 'refused' | 'task'> & { onDismiss: () => void }) {
  const { t } = useTranslation('outbound')
  if (refused.length === 0) return null
  return (
    <section className={own.refused} role="alert">
      {refused.map(({ act, msg }) => (
        <div key={act.actId}>
          {task.lines.find(({ id }) => id === act.lineId)?.itemNo} {figure(act.qty)} · {msg}
        </div>
      ))}
      <button type="button" onClick={onDismiss}>
        {t('scan.seen')}
      </button>
    </section>
  )
}
