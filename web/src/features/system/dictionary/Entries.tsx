import type { DictionaryType } from '@xunyun/contract/dictionary'
import { abilityTo } from '@xunyun/contract/kernel/ability'
import { languages } from '@xunyun/contract/pages'
import { type EntryAction, exportDictionary, getDictionaryHistory } from '@xunyun/contract/system/dictionary'
import { Button, Input } from 'antd'
import { Download, Plus, Search, Undo2 } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../../../shared/api/download.ts'
import { useHistory } from '../../../shared/detail/useHistory.tsx'
import type { RowAction } from '../../../shared/grid/types.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { ImportButton } from '../../../shared/import/ImportButton.tsx'
import { type KeyGroup, useShortcut } from '../../../shared/keys/keys.ts'
import { StateTabs } from '../../../shared/list/StateTabs.tsx'
import { useRight } from '../../../shared/session/session.ts'
import { useTab } from '../../../shared/tabs/useTab.ts'
import { confirm } from '../../../shared/ui/confirm.ts'
import { Empty, LoadError } from '../../../shared/ui/Notice.tsx'
import { Bone } from '../../../shared/ui/Skeleton.tsx'
import { toast } from '../../../shared/ui/toasts.ts'
import { useStable } from '../../../shared/ui/useStable.ts'
import styles from './Dictionary.module.css'
import { useDictionaryHistory } from './dictionaryHistory.ts'
import { EntryLine } from './EntryLine.tsx'
import {
  addedLine,
  type Cell,
  cells,
  type Line,
  pasted,
  typed,
  undone,
  untouched,
  withoutLine,
} from './entriesModel.ts'
import { useEntries } from './useEntries.ts'

const saveKey: KeyGroup = { title: 'ui:keys.form', shortcuts: [{ keys: 'mod+s', label: 'ui:form.save' }] }

type Props = {
  readonly type: DictionaryType
  readonly title: string
  readonly open: boolean
  readonly onDirty: (dirty: boolean) => void
}

/** The entries of a type in a grid: typed into, pasted from Excel, put in order. */
export function Entries({ type, title, open, onDirty }: Props) {
  const { t } = useTranslation(['system', 'ui', 'common'])
  const language = useLanguage()
  const may = useRight('dictionary')
  const { visible } = useTab()
  const entries = useEntries(type, onDirty)
  const { lines, rows, model, change, dirty, wrong } = entries
  const [tab, setTab] = useState<'enabled' | 'disabled' | undefined>('enabled')
  const [words, setWords] = useState('')
  const dragged = useRef<string | null>(null)
  const [drop, setDrop] = useState<{ key: string; side: 'before' | 'after' } | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const history = useHistory(getDictionaryHistory, useDictionaryHistory())

  const save = async () => {
    if (await entries.save()) toast.success(t('done.saved'))
  }
  useShortcut(saveKey, () => void save(), visible && may.edit)

  const wanted = words.trim().toLowerCase()
  const inTab = (line: Line) => line.row === null || tab === undefined || line.row.enabled === (tab === 'enabled')
  const shown = lines.filter(
    (line) =>
      inTab(line) &&
      (wanted === '' || line.row === null || cells.some((cell) => line[cell].toLowerCase().includes(wanted))),
  )
  const count = (enabled: boolean) => rows.filter((row) => row.enabled === enabled).length

  const onType = useStable((key: string, cell: Cell, text: string) =>
    change((now) => typed(now, rows, key, cell, text)),
  )
  const onPaste = useStable((key: string, cell: Cell, text: string) =>
    change((now) => pasted(now, rows, { key, cell }, text, open)),
  )
  const add = () => {
    change(addedLine)
    // The line is there once it is drawn.
    requestAnimationFrame(() => {
      const inputs = table.current?.querySelectorAll<HTMLInputElement>('tr[data-key^="new-"] input[data-cell="code"]')
      inputs?.[inputs.length - 1]?.focus()
    })
  }
  const move = (key: string, target: number) => {
    const ids = rows.map(({ id }) => id)
    const from = ids.indexOf(Number(key))
    if (from < 0 || target < 0 || target > ids.length - 1 || target === from) return
    const [id] = ids.splice(from, 1)
    if (id !== undefined) ids.splice(target, 0, id)
    void entries.sort(ids).catch(() => undefined)
  }
  const onMove = useStable((key: string, by: -1 | 1) => move(key, rows.findIndex(({ id }) => String(id) === key) + by))
  // Among some of them nobody could tell where an entry goes.
  const whole = wanted === '' && shown.filter(({ row }) => row !== null).length === rows.length

  const over = (event: DragEvent) => {
    const row = (event.target as HTMLElement).closest('tr')
    const key = row?.dataset.key
    if (dragged.current === null || !row || key === undefined || key.startsWith('new-')) return setDrop(null)
    event.preventDefault()
    const { top, height } = row.getBoundingClientRect()
    setDrop({ key, side: event.clientY < top + height / 2 ? 'before' : 'after' })
  }
  const letGo = () => {
    if (dragged.current !== null && drop !== null) {
      const from = rows.findIndex(({ id }) => String(id) === dragged.current)
      const onto = rows.findIndex(({ id }) => String(id) === drop.key) + (drop.side === 'after' ? 1 : 0)
      move(dragged.current, onto > from ? onto - 1 : onto)
    }
    dragged.current = null
    setDrop(null)
  }

  const quietly = (running: Promise<unknown>) => void running.catch(() => undefined)
  const remove = async ({ row, zh }: Line) => {
    const yes =
      row !== null &&
      (await confirm({
        title: t('ui:master.deleteOne', { name: zh }),
        text: t('ui:master.deleteText'),
        yes: t('ui:master.delete'),
        danger: true,
      }))
    if (yes) await entries.removing.run({ ids: [row.id] })
  }
  const actions = (line: Line): RowAction[] => {
    const { row } = line
    if (row === null)
      return [
        { key: 'drop', label: t('dictionary.dropLine'), onClick: () => change((now) => withoutLine(now, line.key)) },
      ]
    const offered = (action: EntryAction, label: string, onClick: () => void, danger = false): RowAction[] => {
      const ability = abilityTo(row, action)
      return ability === undefined ? [] : [{ key: action, label, refused: ability.reason, danger, onClick }]
    }
    const ids = [row.id]
    return [
      ...offered('enable', t('ui:master.enable'), () => quietly(entries.enabling.run({ ids, enabled: true }))),
      ...offered(
        'disable',
        t('ui:master.disable'),
        () => quietly(entries.disabling.run({ ids, enabled: false })),
        true,
      ),
      history.action(row.id, language === 'zh' ? line.zh : line[language] || line.zh),
      ...offered('delete', t('ui:master.delete'), () => quietly(remove(line)), true),
    ]
  }

  return (
    <section
      className={styles.entries}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || model.past.length === 0) return
        event.preventDefault()
        change(undone)
      }}
    >
      <div className={styles.tabLine}>
        <StateTabs
          label={t('dictionary.state')}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'enabled' as const, label: t('dictionary.enabled'), count: count(true) },
            { value: 'disabled' as const, label: t('dictionary.disabled'), count: count(false) },
            { value: undefined, label: t('menu.tabAll'), count: rows.length },
          ]}
        />
      </div>
      <div className={styles.bar}>
        {may.edit && open && (
          <Button type="primary" icon={<Plus size={14} strokeWidth={1.75} />} onClick={add}>
            {t('dictionary.add')}
          </Button>
        )}
        {may.edit && open && <ImportButton page="dictionary" refresh={['/api/Dictionary/']} />}
        <Input
          type="search"
          value={words}
          allowClear
          style={{ width: 200 }}
          placeholder={t('dictionary.search')}
          aria-label={t('dictionary.search')}
          prefix={<Search size={14} strokeWidth={1.75} />}
          onChange={(event) => setWords(event.target.value)}
        />
        <span className={styles.space} />
        <Button
          type="text"
          icon={<Undo2 size={16} strokeWidth={1.6} />}
          disabled={model.past.length === 0}
          onClick={() => change(undone)}
        >
          {t('dictionary.undo')}
        </Button>
        <Button
          type="text"
          aria-label={t('ui:list.export')}
          title={t('ui:list.export')}
          icon={<Download size={16} strokeWidth={1.6} />}
          onClick={() => quietly(download(exportDictionary, { type }))}
        />
      </div>
      <p className={styles.hint}>{t(open ? 'dictionary.openHint' : 'dictionary.closedHint')}</p>
      {entries.conflict && (
        <div className={styles.note} role="alert">
          {entries.conflict} · {t('ui:form.kept')}
          <Button size="small" onClick={() => void entries.reload()}>
            {t('ui:form.reload')}
          </Button>
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the grip does the same by keys */}
      <div
        className={styles.frame}
        onDragStart={(event) => {
          dragged.current = (event.target as HTMLElement).closest('tr')?.dataset.key ?? null
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', '')
        }}
        onDragOver={over}
        onDragEnd={letGo}
        onDrop={(event) => event.preventDefault()}
      >
        {entries.query.error && entries.query.data === undefined ? (
          <LoadError error={entries.query.error} retry={() => void entries.query.refetch()} />
        ) : entries.query.data === undefined ? (
          <div className={styles.bones} aria-busy="true">
            {[1, 2, 3, 4].map((line) => (
              <Bone key={line} height={24} />
            ))}
          </div>
        ) : (
          <table ref={table} className={styles.table} aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{t('dictionary.code')}</th>
                {languages.map((one) => (
                  <th key={one} scope="col">
                    {t(`label.${one}`)}
                  </th>
                ))}
                <th scope="col">{t('dictionary.system')}</th>
                <th scope="col">{t('dictionary.state')}</th>
                <th scope="col">{t('ui:list.actions')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((line) => (
                <EntryLine
                  key={line.key}
                  line={line}
                  mayEdit={may.edit}
                  wrong={wrong[line.key]}
                  theirs={entries.clashes[line.key]}
                  drop={drop?.key === line.key ? drop.side : undefined}
                  actions={actions(line)}
                  onMove={may.edit && whole ? onMove : null}
                  onType={onType}
                  onPaste={onPaste}
                />
              ))}
            </tbody>
          </table>
        )}
        {entries.query.data !== undefined && shown.length === 0 && <Empty title={t('dictionary.none')} />}
      </div>
      {dirty && (
        <div className={styles.save}>
          <span>{t('dictionary.changed', { number: lines.filter(({ changed }) => changed).length })}</span>
          <Button onClick={() => change(() => untouched)}>{t('dictionary.discard')}</Button>
          <Button type="primary" loading={entries.saving} onClick={() => void save()}>
            {t('act.save')}
          </Button>
        </div>
      )}
      {history.drawer}
    </section>
  )
}
