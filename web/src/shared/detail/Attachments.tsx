import { useQuery } from '@tanstack/react-query'
import { maxFileMb } from '@xunyun/contract/system/files'
import { addAttachments, getAttachments, type RecordKind, removeAttachment } from '@xunyun/contract/workbench/comments'
import { Button } from 'antd'
import { FileText, Paperclip } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../action/useAction.ts'
import { apiHost } from '../api/api.ts'
import { q } from '../api/query.ts'
import { upload } from '../api/upload.ts'
import { confirm } from '../ui/confirm.ts'
import { LoadError } from '../ui/Notice.tsx'
import { TimeAgo } from '../ui/TimeAgo.tsx'
import { toast } from '../ui/toasts.ts'
import styles from './Comments.module.css'

type Props = { readonly entity: RecordKind; readonly entityId: number }
const kilo = 1024

const sizeText = (bytes: number): string =>
  bytes < kilo * kilo ? `${Math.max(1, Math.round(bytes / kilo))} KB` : `${(bytes / kilo / kilo).toFixed(1)} MB`

/** Papers that colleagues tie to a record, for colleagues only. */
export function Attachments({ entity, entityId }: Props) {
  const { t } = useTranslation('ui')
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<string | null>(null)
  const files = useQuery(q(getAttachments, { entity, entityId }))
  const add = useAction(addAttachments, { refresh: [getAttachments.path] })
  const remove = useAction(removeAttachment, { refresh: [getAttachments.path] })
  const send = async (chosen: readonly File[]) => {
    for (const file of chosen) {
      if (file.size > maxFileMb * kilo * kilo) {
        toast.warning(t('form.tooLarge', { name: file.name, mb: maxFileMb }))
        continue
      }
      try {
        setSending(`${file.name} 0%`)
        const stored = await upload(file, (share) => setSending(`${file.name} ${Math.round(share * 100)}%`))
        await add.run({ entity, entityId, files: [stored.FileID] })
      } catch {
        // It has been said why.
      }
    }
    setSending(null)
  }
  const untie = async (fileId: number, name: string) => {
    if (await confirm({ title: t('talk.untieAsk', { name }), yes: t('talk.remove'), danger: true }))
      await remove.run({ entity, entityId, fileId })
  }
  if (files.isError) return <LoadError error={files.error} retry={() => void files.refetch()} />
  return (
    <section
      className={styles.talk}
      aria-label={t('talk.files')}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void send([...event.dataTransfer.files])
      }}
    >
      <div className={styles.filesHead}>
        <Button
          icon={<Paperclip size={14} strokeWidth={1.75} />}
          loading={sending !== null}
          onClick={() => input.current?.click()}
        >
          {t('talk.attach')}
        </Button>
        <span className={styles.quiet} role="status">
          {sending ?? t('talk.filesHint')}
        </span>
      </div>
      <input
        ref={input}
        type="file"
        // In a form antd would show one that is merely `hidden`.
        style={{ display: 'none' }}
        multiple
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])]
          event.target.value = ''
          void send(chosen)
        }}
      />
      <ul className={styles.files}>
        {files.data?.map((file) => (
          <li key={file.FileID}>
            <a href={apiHost + file.Url} target="_blank" rel="noreferrer">
              {file.Type.startsWith('image/') ? (
                <img src={apiHost + file.Url} alt="" />
              ) : (
                <FileText size={20} strokeWidth={1.5} aria-hidden="true" />
              )}
              <span>{file.Name}</span>
            </a>
            <small>
              {sizeText(file.Size)} · {file.byName} · <TimeAgo at={file.at} />
            </small>
            {file.mine && (
              <Button
                type="link"
                size="small"
                onClick={() => void untie(file.FileID, file.Name).catch(() => undefined)}
              >
                {t('talk.remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
