import { useQuery } from '@tanstack/react-query'
import type { Choice } from '@xunyun/contract/kernel/list'
import { getUsers } from '@xunyun/contract/system/calls'
import { addComment, deleteComment, getComments, type RecordKind } from '@xunyun/contract/workbench/comments'
import { Button, Mentions } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActButton } from '../action/ActButton.tsx'
import { useAction } from '../action/useAction.ts'
import { api } from '../api/api.ts'
import { q } from '../api/query.ts'
import { confirm } from '../ui/confirm.ts'
import { LoadError } from '../ui/Notice.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import styles from './Comments.module.css'

type Props = { readonly entity: RecordKind; readonly entityId: number }

export const useComments = ({ entity, entityId }: Props, enabled = true) =>
  useQuery({
    ...q(getComments, { entity, entityId }),
    enabled,
  })

/** What colleagues say about a record; `@name` tells a colleague. Ctrl-Enter sends. */
export function Comments({ entity, entityId }: Props) {
  const { t } = useTranslation('ui')
  const comments = useComments({ entity, entityId })
  const remove = useAction(deleteComment, { refresh: [getComments.path] })
  const takeBack = async (id: number) => {
    if (await confirm({ title: t('talk.removeAsk'), yes: t('talk.remove'), danger: true })) await remove.run({ id })
  }
  if (comments.isError) return <LoadError error={comments.error} retry={() => void comments.refetch()} />
  return (
    <section className={styles.talk} aria-label={t('talk.title')}>
      <Composer entity={entity} entityId={entityId} />
      {comments.data?.length === 0 && <p className={styles.nothing}>{t('talk.none')}</p>}
      <ol className={styles.comments}>
        {comments.data?.toReversed().map((one) => (
          <li key={one.id}>
            <div className={styles.by}>
              <b>{one.byName}</b>
              <TimeAgo at={one.at} />
              {one.mine && (
                <Button
                  type="link"
                  size="small"
                  className={styles.remove}
                  onClick={() => void takeBack(one.id).catch(() => undefined)}
                >
                  {t('talk.remove')}
                </Button>
              )}
            </div>
            <p className={styles.text}>{one.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** @沈立 is not named by @沈立平. */
const isNamed = (text: string, name: string): boolean =>
  new RegExp(`@${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'u').test(text)

function Composer({ entity, entityId }: Props) {
  const { t } = useTranslation('ui')
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly Choice[]>([])
  /** Everybody who was offered: whoever's @name stands in the text at the end is told. */
  const offered = useRef(new Map<number, string>())
  /** Picked from the list: decides between namesakes. */
  const picked = useRef(new Set<number>())
  const add = useAction(addComment, { refresh: [getComments.path] })
  const find = async (q: string) => {
    try {
      const users = await api(getUsers, { q: q || undefined }, { quiet: true })
      for (const { label, id } of users) offered.current.set(id, label)
      setFound(users)
    } catch {
      // Without that look-up nobody can be named; the comment can still be written.
      setFound([])
    }
  }
  const send = async () => {
    const said = text.trim()
    if (said === '') return
    const named = [...offered.current].filter(([, name]) => isNamed(said, name))
    const mentions = named
      .filter(
        ([id, name]) =>
          picked.current.has(id) || !named.some(([other, its]) => its === name && picked.current.has(other)),
      )
      .map(([id]) => id)
    await add.run({ entity, entityId, text: said, mentions })
    setText('')
    picked.current.clear()
  }
  return (
    <div className={styles.composer}>
      <Mentions
        value={text}
        rows={2}
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={2000}
        placeholder={t('talk.placeholder')}
        aria-label={t('talk.placeholder')}
        onChange={setText}
        onSearch={(q) => void find(q)}
        onSelect={({ key }) => picked.current.add(Number(key))}
        // The server has found them, by pinyin and account too.
        filterOption={false}
        options={found.map((user) => ({
          value: user.label,
          key: String(user.id),
          label: (
            <span className={styles.person}>
              {user.label} <small>{user.hint}</small>
            </span>
          ),
        }))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          void send().catch(() => undefined)
        }}
      />
      <ActButton
        type="primary"
        refused={text.trim() === '' ? t('why.nothingTyped') : null}
        loading={add.pending}
        onClick={() => void send().catch(() => undefined)}
      >
        {t('talk.send')}
      </ActButton>
    </div>
  )
}
