import { useQuery } from '@tanstack/react-query'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { type Language, languages } from '@xunyun/contract/pages'
import { getStatementMailboxes, type StatementRow, sendStatements } from '@xunyun/contract/statements/calls'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../shared/action/useBatch.ts'
import { q } from '../../shared/api/query.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { dotted, money } from '../../shared/ui/format.ts'
import { statementPaths } from './paths.ts'
import styles from './Statements.module.css'

const mostNamed = 5
type Values = { readonly mailboxId?: number; readonly language?: Language }
type Props = {
  readonly statements: readonly StatementRow[]
  readonly onDone: ((outcomes: Outcomes) => void) | undefined
  readonly onClose: () => void
}

/** 发送: by mail with Excel and link, or without one, for whoever is written to otherwise. */
export function SendForm({ statements, onDone, onClose }: Props) {
  const { t } = useTranslation(['statements', 'common'])
  const send = useBatch(sendStatements, { title: t('done.send'), refresh: statementPaths, onDone })
  const { data: mailboxes } = useQuery(q(getStatementMailboxes, {}))
  return (
    <FormDrawer<Values>
      name="send-statements"
      title={t('send.title', { count: statements.length })}
      submitLabel={t('act.send')}
      width={440}
      call={sendStatements}
      initial={mailboxes && { ...(mailboxes[0] ? { mailboxId: mailboxes[0].id } : {}), language: 'zh' }}
      onSubmit={(values) => send.run({ ids: statements.map(({ id }) => id), ...values })}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <div>
          {statements.slice(0, mostNamed).map(({ id, no, companyName, closing }) => (
            <div key={id}>{dotted(no, companyName, money(closing))}</div>
          ))}
          {statements.length > mostNamed && '…'}
        </div>
        <Field name="mailboxId" label={t('send.mailbox')} hint={t('send.mailboxHint')}>
          <Choice
            placeholder={t('send.noMail')}
            options={(mailboxes ?? []).map(({ id, name, sender }) => ({ value: id, label: `${name} · ${sender}` }))}
          />
        </Field>
        <Field name="language" label={t('send.language')}>
          <Choice
            allowClear={false}
            options={languages.map((language) => ({ value: language, label: t(`common:language.${language}`) }))}
          />
        </Field>
        <p className={styles.hint}>{t('send.hint')}</p>
      </FormSection>
    </FormDrawer>
  )
}
