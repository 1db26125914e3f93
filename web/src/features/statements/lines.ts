import { feeName } from '@xunyun/contract/costs/feeName'
import { wordFor } from '@xunyun/contract/dictionary'
import { negated } from '@xunyun/contract/kernel/decimal'
import type { StatementLine } from '@xunyun/contract/statements/calls'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { dotted, money } from '../../shared/ui/format.ts'

const isMoney = ({ kind }: StatementLine): boolean => kind !== 'charge' && kind !== 'adjustment'

/** What a line adds to what is owed; what was received takes from it. */
export const owedBy = (line: StatementLine): string => (isMoney(line) ? negated(line.amount) : line.amount)

/** What a line is of, in words. */
export function useWhatOf(): (line: StatementLine) => string {
  const { t } = useTranslation('statements')
  const language = useLanguage()
  return (line) =>
    isMoney(line)
      ? wordFor('statementLineKind', line.kind, language)
      : dotted(
          feeName({ feeItem: line.feeItem ?? '', payPart: line.payPart }, language),
          line.kind === 'adjustment' ? wordFor('statementLineKind', line.kind, language) : null,
          line.split && t('line.split', { own: money(line.split.own), whole: money(line.split.whole) }),
          line.mark === null ? null : wordFor('statementLineMark', line.mark, language),
        )
}
