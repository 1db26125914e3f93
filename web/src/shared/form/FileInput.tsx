import { maxFileMb, type StoredFile } from '@xunyun/contract/system/files'
import { FileText, Paperclip, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiHost } from '../api/api.ts'
import { upload } from '../api/upload.ts'
import { toast } from '../ui/toasts.ts'
import { useStable } from '../ui/useStable.ts'
import styles from './Form.module.css'

type Props = {
  readonly id?: string
  readonly value?: readonly StoredFile[]
  readonly onChange?: (files: readonly StoredFile[]) => void
  readonly max?: number
  /** Also taken by the camera: `image/*`. */
  readonly accept?: string
  readonly 'aria-label'?: string
}

type Sending = { readonly id: number; readonly name: string; readonly share: number }
let lastId = 0

/** Pictures and papers: chosen, dropped or pasted; each shows how far it is. */
export function FileInput({ id, value = [], onChange, max = 5, accept, 'aria-label': label }: Props) {
  const { t } = useTranslation('ui')
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<readonly Sending[]>([])
  const room = max - value.length - sending.length
  const add = useStable((file: StoredFile) => onChange?.([...value, file]))

  const send = async (file: File) => {
    if (file.size > maxFileMb * 1024 * 1024) {
      toast.warning(t('form.tooLarge', { name: file.name, mb: maxFileMb }))
      return
    }
    lastId += 1
    const one = lastId
    setSending((all) => [...all, { id: one, name: file.name, share: 0 }])
    try {
      add(await upload(file, (share) => setSending((all) => all.map((s) => (s.id === one ? { ...s, share } : s)))))
    } catch {
      // It has been said why.
    } finally {
      setSending((all) => all.filter((s) => s.id !== one))
    }
  }
  const sendAll = (files: Iterable<File>) => {
    for (const file of [...files].slice(0, room)) void send(file)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are beside the button
    <div
      className={styles.files}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        sendAll(event.dataTransfer.files)
      }}
      onPaste={(event) => sendAll(event.clipboardData.files)}
    >
      {value.map((file) => (
        <span key={file.FileID} className={styles.file}>
          <a href={apiHost + file.Url} target="_blank" rel="noreferrer" title={file.Name}>
            {file.Type.startsWith('image/') ? (
              <img src={apiHost + file.Url} alt={file.Name} />
            ) : (
              <FileText size={20} strokeWidth={1.6} aria-label={file.Name} />
            )}
          </a>
          <button
            type="button"
            aria-label={t('form.remove', { name: file.Name })}
            onClick={() => onChange?.(value.filter((other) => other !== file))}
          >
            <X size={12} strokeWidth={1.75} />
          </button>
        </span>
      ))}
      {sending.map(({ id: one, name, share }) => (
        <span key={one} className={styles.file} title={name} role="status">
          {Math.round(share * 100)}%
          <i style={{ width: `${share * 100}%` }} />
        </span>
      ))}
      {room > 0 && (
        <button
          type="button"
          id={id}
          className={styles.addFile}
          aria-label={label ? `${t('form.upload')} ${label}` : t('form.upload')}
          onClick={() => input.current?.click()}
        >
          <Paperclip size={16} strokeWidth={1.6} />
          {t('form.upload')}
        </button>
      )}
      <small className={styles.fileHint}>{t('form.uploadHint', { max })}</small>
      <input
        ref={input}
        type="file"
        // Not `hidden`: antd's forms show every file input again.
        style={{ display: 'none' }}
        multiple={max > 1}
        accept={accept}
        onChange={(event) => {
          sendAll(event.target.files ?? [])
          event.target.value = ''
        }}
      />
    </div>
  )
}
