import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { MailboxList } from './MailboxList.tsx'
import { OutboxList } from './OutboxList.tsx'

const views = ['mailboxes', 'outbox'] as const

/** By which mailbox the product's mails leave, and what became of each of them (`?view=outbox`; RT-12/mailInfo). */
export default function MailPage() {
  const { t } = useTranslation('system')
  const [search, setSearch] = useSearchParams()
  const view = search.get('view') === 'outbox' ? 'outbox' : 'mailboxes'
  const choose = (
    <Segmented
      aria-label={t('mail.view')}
      value={view}
      options={views.map((name) => ({ value: name, label: t(`mail.view.${name}`) }))}
      onChange={(next) => setSearch(next === 'outbox' ? { view: next } : {}, { replace: true })}
    />
  )
  return view === 'outbox' ? <OutboxList choose={choose} /> : <MailboxList choose={choose} />
}
