import { entriesOf, wordFor } from '@xunyun/contract/dictionary'
import { hasOwnDocument } from '@xunyun/contract/waybills/feeItems'
import { Choice } from '../../../shared/form/Choice.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import type { Target } from './adjustLines.ts'

type Props = {
  readonly target: Target | undefined
  readonly value?: string | undefined
  readonly onChange?: (feeItem: string) => void
  readonly variant?: 'borderless'
  readonly 'aria-label'?: string
  readonly status?: 'error' | undefined
}

/** What it has already stands first; anything else may be charged as well. */
export function FeeItemChoice({ target, ...props }: Props) {
  const language = useLanguage()
  const own = [...new Set(target?.items.map(({ feeItem }) => feeItem))].filter((item) => !hasOwnDocument(item))
  const others = entriesOf('feeItem')
    .filter(({ code, enabled }) => enabled && !own.includes(code) && !hasOwnDocument(code))
    .map(({ code }) => code)
  return (
    <Choice
      {...props}
      allowClear={false}
      options={[...own, ...others].map((code) => ({ value: code, label: wordFor('feeItem', code, language) }))}
    />
  )
}
