import { useQuery } from '@tanstack/react-query'
import type { BizType } from '@xunyun/contract/approvals/bizTypes'
import { tryApproval } from '@xunyun/contract/approvals/setup'
import { wordFor } from '@xunyun/contract/dictionary'
import { getUsers } from '@xunyun/contract/system/calls'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { q } from '../../shared/api/query.ts'
import { MoneyInput } from '../../shared/form/inputs.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useRight } from '../../shared/session/session.ts'
import styles from './Approvals.module.css'

/** 审批预演: an amount and an applicant, and the path they would take. */
export function TryPath({ bizType }: { bizType: BizType }) {
  const { t } = useTranslation('approvals')
  const language = useLanguage()
  const mayUsers = useRight('user').browse
  const [amount, setAmount] = useState<string | undefined>('1000.00')
  const [applicantId, setApplicantId] = useState<number | undefined>()
  const asked = useDeferredValue(amount ?? '0')
  const isAmount = /^\d+(\.\d{1,2})?$/.test(asked)
  const found = useQuery({
    ...q(tryApproval, { bizType, amount: asked, applicantId }),
    enabled: isAmount,
    placeholderData: (before) => before,
  })
  // The path of the amount before is not that of what stands there now.
  const walked = isAmount ? found.data : undefined
  return (
    <>
      <h3>{t('try.title')}</h3>
      <div className={styles.tryForm}>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the input inside is the control */}
        <label>
          <span>{t('column.amount')}</span>
          <MoneyInput value={amount} onChange={setAmount} />
        </label>
        {mayUsers && (
          // biome-ignore lint/a11y/noLabelWithoutControl: the look-up inside is the control
          <label>
            <span>{t('column.applicant')}</span>
            <Lookup
              call={getUsers}
              allowClear
              style={{ width: '100%' }}
              value={applicantId}
              onChange={(id) => setApplicantId(id as number | undefined)}
            />
          </label>
        )}
      </div>
      {walked?.refusal ? (
        <p className={styles.missing} role="status">
          {walked.refusal}
        </p>
      ) : (
        <ol className={styles.tryPath}>
          {(walked?.path ?? []).map((level) => (
            <li key={level.level}>
              {level.people.join(t('separator'))}
              {level.people.length > 1 && (
                <small className={styles.quiet}> · {wordFor('approvalMode', level.mode, language)}</small>
              )}
              {level.deputies.length > 0 && (
                <small className={styles.quiet}>
                  {' '}
                  · {t('deputyOf', { name: level.deputies.join(t('separator')) })}
                </small>
              )}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
