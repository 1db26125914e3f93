import { useQuery } from '@tanstack/react-query'
import { codes, wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import {
  getPickTask,
  getPickTasks,
  type PickAnswer,
  type PickInput,
  type PickTaskRow,
} from '@xunyun/contract/warehouse/shipping/picking'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { pathTo } from '../../../../paths.ts'
import { api } from '../../../../shared/api/api.ts'
import { newKey } from '../../../../shared/api/encode.ts'
import { NetworkError } from '../../../../shared/api/errors.ts'
import { useLanguage } from '../../../../shared/i18n/useLanguage.ts'
import { actIdOf } from '../../../../shared/offline/actId.ts'
import { FloorRows } from '../../../../shared/scan/FloorRows.tsx'
import { Chips, GoodsCard, TargetCard } from '../../../../shared/scan/GoodsCard.tsx'
import own from '../../../../shared/scan/Kept.module.css'
import styles from '../../../../shared/scan/ScanFrame.module.css'
import { ScanFrame, useBand } from '../../../../shared/scan/ScanFrame.tsx'
import { ToSend } from '../../../../shared/scan/ToSend.tsx'
import { useElsewhere } from '../../../../shared/scan/useElsewhere.ts'
import { useMistaken } from '../../../../shared/scan/useMistaken.ts'
import { wordsOf } from '../../../../shared/scan/wordsOf.ts'
import { serverNow, useSession } from '../../../../shared/session/session.ts'
import { figure } from '../../../../shared/ui/format.ts'
import { hasNews, type InHand, type KeptTask, keptPicks, type LineNow, linesNow, nextLine } from './keptPicks.ts'
import { PickEnd, PutBack } from './PickEnd.tsx'
import { endOf, hasStray, strayOf } from './pickEnd.ts'
import {
  batchesThere,
  begin,
  isScanned,
  isThere,
  needsBatch,
  ofBatch,
  type Said,
  type Scanned,
  scanned,
  typed,
} from './pickScans.ts'
import { useKeptTask } from './useKeptTask.ts'

/** Pick with a scanner in the hand; a task that was opened is picked to its end without the network, too. */
export default function PickScanPage() {
  const { no } = useParams()
  return no === undefined || no === '' ? <Choosing /> : <Picking key={no} no={no} />
}

/** Which task: scanned by its number, its wave's or a notice's, or chosen from those that wait. */
function Choosing() {
  const { t } = useTranslation(['warehouse/shipping', 'scan'])
  const navigate = useNavigate()
  const [band, say] = useBand()
  const userId = useSession(({ userInfo }) => userInfo?.UserID ?? 0)
  const { data, error } = useQuery({
    queryKey: [getPickTasks.path, 'scan'],
    queryFn: async ({ signal }) => {
      const ask = (tab: 'picking' | 'waiting') =>
        api(getPickTasks, { tab, pageSize: 50 }, { signal, quiet: true, offline: true })
      const [picking, waiting] = await Promise.all([ask('picking'), ask('waiting')])
      return [...picking.rows, ...waiting.rows].filter(({ pickerId }) => pickerId === null || pickerId === userId)
    },
    staleTime: 0,
  })
  // Without the network one goes on with any task that is on the device.
  const kept = keptPicks.all(userId).filter((one) => error instanceof NetworkError || hasNews(one))
  const go = (no: string) => void navigate(pathTo('outBoundScan', { no }), { replace: true })
  const open = async (code: string) => {
    try {
      go((await api(getPickTask, { no: code }, { quiet: true })).taskNo)
    } catch (error) {
      say({ ok: false, text: await wordsOf(error, t('scan.noTask', { code })) })
    }
  }
  return (
    <ScanFrame
      band={band}
      hint={t('scan.task')}
      onScan={(code) => void open(code)}
      keys={[{ key: 'list', label: t('scan.list'), onClick: () => void navigate(pathTo('outBound')) }]}
    >
      {kept.length > 0 && (
        <FloorRows
          label={t('scan:kept')}
          rows={kept.map((one) => ({
            key: one.task.taskNo,
            title: one.task.taskNo,
            small: hasNews(one) ? t('scan:toSend', { count: one.acts.length }) : undefined,
            onTake: () => go(one.task.taskNo),
          }))}
        />
      )}
      {error === null ? (
        <TaskRows rows={data ?? []} onChoose={go} />
      ) : (
        <p className={own.waiting} role="status">
          {error.message}
        </p>
      )}
    </ScanFrame>
  )
}

function TaskRows({ rows, onChoose }: { rows: readonly PickTaskRow[]; onChoose: (no: string) => void }) {
  const { t } = useTranslation('warehouse/shipping')
  return (
    <FloorRows
      label={t('task.list')}
      none={t('task.none')}
      rows={rows.map((row) => ({
        key: row.id,
        title: row.taskNo,
        small: row.consignees.join('，'),
        aside: `${figure(row.picked)} / ${figure(row.qty)}`,
        onTake: () => onChoose(row.taskNo),
      }))}
    />
  )
}

function Picking({ no }: { no: string }) {
  const { t } = useTranslation(['warehouse/shipping', 'scan'])
  const language = useLanguage()
  const navigate = useNavigate()
  const [band, say] = useBand()
  const elsewhere = useElsewhere()
  const mistaken = useMistaken()
  const [mode, setMode] = useState<'scan' | 'qty' | 'short' | 'reason'>('scan')
  // Chosen before the reason for not scanning was asked for.
  const [shortAs, setShortAs] = useState<string | undefined>(undefined)
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
  const { kept, error, online, add, setHand, dismiss } = useKeptTask(no, {
    onAnswer,
    onRefused: (msg) => say({ ok: false, text: msg }),
    onStopped: () => say({ ok: false, text: t('scan.stopped') }),
  })
  if (kept === null)
    return (
      <ScanFrame
        band={error === null ? band : { ok: false, text: t('scan.noTask', { code: no }) }}
        hint={t('scan.task')}
        onScan={(code) => void navigate(pathTo('outBoundScan', { no: code }), { replace: true })}
        keys={[{ key: 'list', label: t('scan.list'), onClick: () => void navigate(pathTo('outBound')) }]}
      >
        {null}
      </ScanFrame>
    )
  const { task, acts, hand = null } = kept
  const rule = task.handEntry ?? 'marked'
  const lines = linesNow(kept)
  const mine = kept.takenBy ? [] : lines
  const line = mine.find(({ id, fate }) => id === hand?.lineId && fate === 'open') ?? nextLine(mine)
  const done = lines.filter(({ fate }) => fate === 'picked' || fate === 'short').length
  const now: InHand | null = line === undefined ? null : hand?.lineId === line.id ? hand : begin(line)
  const ended = () => t(`end.${endOf(kept).why}`, { missing: figure(endOf(kept).missing), name: kept.takenBy ?? '' })

  const words = (said: Said): string => {
    if (said.ok)
      return said.key === 'added'
        ? t('scan.added', { item: said.code, qty: figure(said.qty) })
        : t(`scan.${said.key}`, { code: said.code })
    if (said.key === 'elsewhere') return elsewhere(said.code)
    const named = said.key === 'placeFirst' && line ? `${line.itemNo} ${line.itemName}` : said.code
    return t(`scan.${said.key}`, { code: named, right: said.right })
  }
  /** What is known of a wrong scan beyond the task: whose goods they are, and whether there is such a place. */
  const explained = async (said: Extract<Said, { ok: false }>): Promise<string | null> => {
    const { key, code } = said
    if (key === 'wrongPlace') return mistaken.asPlace(code, task)
    if (key !== 'wrongItem') return null
    const item = await mistaken.itemOf(code)
    return item === null ? mistaken.asGoods(code, task) : words({ ...said, code: item })
  }
  const onScan = (code: string) => {
    if (/^(JH|BC|CK)\d{11}$/i.test(code))
      return void navigate(pathTo('outBoundScan', { no: code.toUpperCase() }), { replace: true })
    if (line === undefined || now === null) return say({ ok: false, text: ended() })
    if (hasStray(kept)) return say({ ok: false, text: t('scan.strayFirst') })
    if (mode === 'reason') return post(line, now, shortAs, code)
    heard(
      now,
      mode === 'qty'
        ? typed(now, line, code, rule)
        : scanned(now, line, code, serverNow().getFullYear(), task.warehouseCode),
    )
  }
  const heard = (before: InHand, { next, said }: Scanned) => {
    setHand(next)
    if (mode === 'qty' && said.ok) setMode('scan')
    if (said.ok) say({ ok: true, text: words(said), undo: () => setHand(before) })
    else say({ ok: false, text: words(said) }, explained(said))
  }
  const post = (target: LineNow, of: InHand, shortReason?: string, byHandReason?: string) => {
    const isPicked = compareDecimal(of.qty, '0') > 0
    const byHand = isPicked && !isScanned(of)
    if (isPicked && needsBatch(of, target))
      return say({ ok: false, text: t('scan.batchFirst', { batches: batchesThere(target).join('，') }) })
    if (byHand && rule === 'reason' && byHandReason === undefined) {
      setShortAs(shortReason)
      setMode('reason')
      return say({ ok: false, text: t('scan.askReason') })
    }
    const act = {
      actId: actIdOf(newKey()),
      taskId: task.id,
      lineId: target.id,
      qty: of.qty,
      shortReason: shortReason as PickInput['shortReason'],
      stagingLocationId: task.stagingLocations[0]?.id,
      serials: [...of.serials],
      at: serverNow().toISOString(),
      scanned: of.codes,
      byHand: byHand || undefined,
      byHandReason: byHand ? byHandReason?.slice(0, 200) : undefined,
    } satisfies PickInput
    try {
      add(act)
    } catch {
      return say({ ok: false, text: t('scan:full') })
    }
    setMode('scan')
    // All of it, and only then.
    const isAll =
      shortReason === undefined &&
      compareDecimal(of.qty, target.left) === 0 &&
      compareDecimal(endOf(kept).missing, '0') === 0 &&
      lines.every(({ id, fate }) => id === target.id || fate === 'picked')
    say({ ok: true, text: isAll ? t('end.all') : t('scan.picked', { item: target.itemNo, qty: figure(of.qty) }) })
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
            disabled: isWhole || hasStray(kept),
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
            disabled: compareDecimal(now.qty, '0') === 0,
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
        : mode === 'reason'
          ? t('scan.askReason')
          : now === null || !isThere(now)
            ? t('scan.place')
            : isScanned(now) && needsBatch(now, line)
              ? t('scan.batch')
              : t(line.serialControlled ? 'scan.serial' : 'scan.goods')
  return (
    <ScanFrame
      title={task.taskNo}
      progress={[done, lines.length]}
      band={band}
      hint={hint}
      numeric={mode === 'qty'}
      onScan={onScan}
      keys={keys}
    >
      <ToSend count={acts.length} online={online} />
      <Refused kept={kept} onDismiss={dismiss} />
      {line === undefined || now === null ? (
        <PickEnd kept={kept} onSeen={dismiss} />
      ) : (
        <>
          <TargetCard label={t('scan.goTo')} code={line.locationCode} isThere={isThere(now)}>
            {line.containerCode && <span className={styles.quiet}>{line.containerCode}</span>}
            {line.countNo && <span className={styles.quiet}>{t('task.toBeCounted', { no: line.countNo })}</span>}
          </TargetCard>
          <GoodsCard
            name={line.itemName}
            no={line.itemNo}
            what={[line.batchNo, line.expiry, wordFor('quality', line.quality, language), line.noticeNo]}
            qty={figure(now.qty)}
            of={line.left}
            unit={line.baseUnit}
          >
            {batchesThere(line).length > 1 && (
              <Chips
                label={t('scan.batch')}
                chips={batchesThere(line).map((batch) => ({
                  key: batch,
                  title: batch || '—',
                  pressed: now.batch === batch,
                  missing: needsBatch(now, line),
                  onTake: () => heard(now, ofBatch(now, line, batch)),
                }))}
              />
            )}
          </GoodsCard>
          {mode === 'short' && (
            <FloorRows
              label={t('pick.shortReason')}
              rows={codes('shortReason').map((code) => ({
                key: code,
                title: wordFor('shortReason', code, language),
                onTake: () => post(line, now, code),
              }))}
            />
          )}
        </>
      )}
    </ScanFrame>
  )
}

/** What the server did not take: told until the picker has seen it; the line is to be picked again, or the goods put back. */
function Refused({ kept, onDismiss }: { kept: KeptTask; onDismiss: () => void }) {
  const { t } = useTranslation(['warehouse/shipping', 'scan'])
  const { refused, task, goods = [] } = kept
  const isGoingOn = nextLine(linesNow(kept)) !== undefined
  if (refused.length === 0 && !(isGoingOn && hasStray(kept))) return null
  const itemOf = (lineId: number) => [...task.lines, ...goods].find(({ id }) => id === lineId)?.itemNo
  const stray = strayOf(kept)
  return (
    <section className={own.refused} role="alert">
      {refused.map(({ act, msg }) => (
        <div key={act.actId}>
          {itemOf(act.lineId)} {figure(act.qty)} · {msg}
        </div>
      ))}
      {isGoingOn && <PutBack stray={stray} />}
      <button type="button" onClick={onDismiss}>
        {t('scan:seen')}
      </button>
    </section>
  )
}
