import { parseParty } from '@xunyun/contract/customers/calls'
import { isMobile } from '@xunyun/contract/kernel/checks'
import { Input } from 'antd'
import { Check, ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api/api.ts'
import { useFill } from '../../shared/form/FormDrawer.tsx'
import styles from './customers.module.css'

/** Name, phone and address in one line: taken apart by the server when it is pasted or Enter is pressed. */
export function PasteLine() {
  const { t } = useTranslation('customers')
  const fill = useFill()
  const [line, setLine] = useState('')
  const [count, setCount] = useState<number | null>(null)
  const parse = async (text: string) => {
    if (text.trim() === '') return
    try {
      const { company, name, phone, region, address } = await api(parseParty, { line: text.slice(0, 500) })
      const mobile = phone !== null && isMobile(phone)
      const found = Object.entries({
        name,
        partyCompany: company,
        mobile: mobile ? phone : null,
        tel: mobile ? null : phone,
        regionCode: region,
        address,
      }).filter(([, value]) => value !== null)
      setCount(found.length)
      fill(Object.fromEntries(found))
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
          </span>
        )
      }
      onChange={(event) => {
        setLine(event.target.value)
        setCount(null)
      }}
      onPaste={(event) => void parse(event.clipboardData.getData('text/plain'))}
      onPressEnter={(event) => {
        event.preventDefault()
        void parse(line)
      }}
    />
  )
}
