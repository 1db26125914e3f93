import { parseParty } from '@xunyun/contract/companies/calls'
import type { Output } from '@xunyun/contract/kernel/call'
import { Input } from 'antd'
import { Check, ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api/api.ts'
import styles from './Companies.module.css'

export type ParsedParty = Omit<Output<typeof parseParty>, 'rest'>

/** Name, phone and address in one line: taken apart by the server when it is pasted or Enter is pressed. */
export function PasteLine({ onParsed }: { onParsed: (party: ParsedParty) => void }) {
  const { t } = useTranslation('companies')
  const [line, setLine] = useState('')
  const [count, setCount] = useState<number | null>(null)
  const [left, setLeft] = useState<string | null>(null)
  const parse = async (text: string) => {
    if (text.trim() === '') return
    try {
      const { rest, ...party } = await api(parseParty, { line: text.slice(0, 500) })
      setLeft(rest)
      const { regionName: _, ...found } = party
      setCount(Object.values(found).filter((value) => value !== null).length)
      onParsed(party)
    } catch {
      setCount(null)
    }
  }
  return (
    <Input
      className={styles.paste}
      value={line}
      aria-label={t('contact.paste')}
      placeholder={t('contact.paste')}
      prefix={<ClipboardPaste size={14} strokeWidth={1.75} />}
      suffix={
        count !== null && (
          <span className={styles.parsed} role="status">
            <Check size={14} strokeWidth={1.75} />
            {t('contact.pasted', { count })}
            {left !== null && <em title={left}>{t('contact.pastedRest', { rest: left })}</em>}
          </span>
        )
      }
      onChange={(event) => {
        setLine(event.target.value)
        setCount(null)
      }}
      onPaste={(event) => void parse(event.clipboardData.getData('text/plain'))}
      onPressEnter={(event) => {
        // Taken apart already, or nothing to take apart: Enter goes on.
        if (line.trim() === '' || count !== null) return
        event.preventDefault()
        void parse(line)
      }}
    />
  )
}
