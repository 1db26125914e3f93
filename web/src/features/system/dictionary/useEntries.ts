import { useQuery } from '@tanstack/react-query'
import type { DictionaryType } from '@xunyun/contract/dictionary'
import {
  deleteDictionary,
  getDictionary,
  saveDictionary,
  setDictionaryEnabled,
  sortDictionary,
} from '@xunyun/contract/system/dictionary'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { useRefresh } from '../../../shared/action/useRefresh.ts'
import { api } from '../../../shared/api/api.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { fieldMessages } from '../../../shared/api/fieldErrors.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { dropDraft, readDraft, writeDraft } from '../../../shared/session/drafts.ts'
import { useSession } from '../../../shared/session/session.ts'
import { loadWords } from '../../../shared/session/words.ts'
import { useTab } from '../../../shared/tabs/useTab.ts'
import { toast } from '../../../shared/ui/toasts.ts'
import { useStable } from '../../../shared/ui/useStable.ts'
import { type Cell, clashesOf, linesOf, type Model, rebased, toSave, untouched } from './entriesModel.ts'

const refresh = ['/api/Dictionary/']
/** By line and cell. */
export type Wrong = Readonly<Record<string, Readonly<Partial<Record<Cell, string>>>>>

/** The entries of a type, what was typed over them, and what can be done. */
export function useEntries(type: DictionaryType, onDirty: (dirty: boolean) => void) {
  const { t } = useTranslation(['system', 'ui'])
  const language = useLanguage()
  const tab = useTab()
  const userId = useSession((session) => session.userInfo?.UserID ?? 0)
  const form = `dictionary-${type}`
  const [model, setModel] = useState<Model>(() => readDraft<Model>(userId, tab.path, form) ?? untouched)
  const [wrong, setWrong] = useState<Wrong>({})
  const [conflict, setConflict] = useState<string | null>(null)
  const refreshPaths = useRefresh()
  const query = useQuery({
    queryKey: [getDictionary.path, type, language],
    queryFn: ({ signal }) => api(getDictionary, { type }, { signal, quiet: true }),
  })
  const rows = useMemo(() => query.data ?? [], [query.data])
  // An import brings words that this shell does not say yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are the occasion
  useEffect(() => void loadWords(), [query.data])
  const lines = useMemo(() => linesOf(rows, model), [rows, model])
  const clashes = useMemo(() => clashesOf(rows, model), [rows, model])
  const dirty = lines.some(({ changed }) => changed)

  const mark = useStable((now: boolean) => {
    onDirty(now)
    tab.setDirty(now)
    if (now) writeDraft(userId, tab.path, form, model)
    else if (query.data !== undefined) dropDraft(userId, tab.path, form)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft follows what is typed
  useEffect(() => mark(dirty), [mark, dirty, model])

  // Choices and columns of this shell say the new words at once.
  const spoken = () => void loadWords()
  const saving = useAction(saveDictionary, { refresh })
  const sorting = useAction(sortDictionary, { refresh })
  const enabling = useBatch(setDictionaryEnabled, { title: t('ui:master.enable'), refresh, onDone: spoken })
  const disabling = useBatch(setDictionaryEnabled, { title: t('ui:master.disable'), refresh, onDone: spoken })
  const removing = useBatch(deleteDictionary, { title: t('ui:master.delete'), refresh, onDone: spoken })

  const save = async (): Promise<boolean> => {
    const sent = toSave(rows, model)
    if (sent.rows.length === 0 || saving.pending) return false
    setWrong({})
    setConflict(null)
    try {
      await saving.run({ type, rows: sent.rows as never })
      await refreshPaths(refresh)
      setModel(untouched)
      spoken()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) return false
      if (error.reason === 'kernel.stale') setConflict(error.message)
      setWrong(await byLine(error, sent.keys))
      return false
    }
  }
  const reload = async () => {
    const fresh = await query.refetch()
    if (fresh.data === undefined) return
    setModel((before) => rebased(fresh.data, before))
    if (conflict !== null) toast.takeBack(conflict)
    setConflict(null)
  }
  const sort = async (ids: readonly number[]) => {
    await sorting.run({ type, ids: [...ids] })
    spoken()
  }
  const change = (next: (model: Model) => Model) => {
    setModel(next)
    setWrong({})
  }
  return {
    query,
    rows,
    lines,
    model,
    change,
    dirty,
    wrong,
    clashes,
    conflict,
    save,
    saving: saving.pending,
    reload,
    sort,
    enabling,
    disabling,
    removing,
  }
}

/** `rows.2.zh` of what was sent, at the line it came from. */
async function byLine(error: ApiError, keys: readonly string[]): Promise<Wrong> {
  const wrong: Record<string, Partial<Record<Cell, string>>> = {}
  for (const { name, errors } of await fieldMessages(error)) {
    const [, at, cell] = name
    const key = keys[Number(at)]
    if (key !== undefined) wrong[key] = { ...wrong[key], [String(cell)]: errors[0] }
  }
  return wrong
}
