import type { DecisionMade } from '@xunyun/contract/approvals/calls'
import { wordFor } from '@xunyun/contract/dictionary'
import { useLanguage } from '../i18n/useLanguage.ts'
import { dateTime, dotted } from '../ui/format.ts'
import styles from './Decisions.module.css'

/** Who decided on a document, when, and what was said: a line each. */
export function Decisions({ of }: { readonly of: readonly DecisionMade[] }) {
  const language = useLanguage()
  return (
    <ol className={styles.decisions}>
      {of.map((one) => (
        <li key={`${one.at} ${one.byName}`}>
          {dotted(
            `${one.level}/${one.levels}`,
            wordFor('approvalState', one.decision === 'approve' ? 'approved' : 'rejected', language),
            one.byName,
            dateTime(one.at),
            one.opinion,
          )}
        </li>
      ))}
    </ol>
  )
}

/** What was said beside the decisions: the reason of an act that came after them. */
export const saidBeside = (opinion: string | null, decisions: readonly DecisionMade[]): string | null =>
  opinion === decisions.at(-1)?.opinion ? null : opinion
