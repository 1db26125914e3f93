import { codes, wordFor } from '@xunyun/contract/dictionary'
import { Checkbox } from 'antd'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import styles from './Companies.module.css'
import type { CompanyRole } from './entries.ts'

type Props = {
  readonly id?: string
  readonly value?: readonly CompanyRole[]
  readonly onChange?: (roles: CompanyRole[]) => void
  readonly mayGive: readonly CompanyRole[]
}

/** What a company is to us: the roles that this person may give, and those it has already. */
export function RolesInput({ id, value = [], onChange, mayGive }: Props) {
  const language = useLanguage()
  const shown = codes('companyRole').filter((role) => mayGive.includes(role) || value.includes(role))
  return (
    <Checkbox.Group
      className={styles.roles}
      value={[...value]}
      onChange={onChange}
      options={shown.map((role, at) => ({
        value: role,
        label: wordFor('companyRole', role, language),
        disabled: !mayGive.includes(role),
        // The label of the field leads to the first of them.
        id: at === 0 ? id : undefined,
      }))}
    />
  )
}
