import { useQueryClient } from '@tanstack/react-query'
import { type CompanyRow, getCompanies } from '@xunyun/contract/companies/calls'
import { useTranslation } from 'react-i18next'
import { q } from '../../shared/api/query.ts'

/** Whether a company of this name or credit code is there already, said while the form is still being filled in. */
export function useTwins(id: number | null) {
  const { t } = useTranslation('companies')
  const client = useQueryClient()
  const find = async (text: string, same: (row: CompanyRow) => boolean): Promise<CompanyRow | undefined> => {
    const input = { q: text.slice(0, 60), pageSize: 20 }
    const found = await client
      .fetchQuery(q(getCompanies, input))
      // The server checks again when it is saved.
      .catch(() => null)
    return found?.rows.find((row) => row.id !== id && same(row))
  }
  return {
    name: async (typed: string) => {
      const name = typed.trim()
      const twin = await find(name, (row) => row.name === name)
      return twin ? t('twin.name', { code: twin.code }) : null
    },
    uscc: async (typed: string) => {
      const code = typed.replace(/\s/g, '').toUpperCase()
      const twin = await find(code, (row) => row.uscc === code)
      return twin ? t('twin.uscc', { name: twin.name }) : null
    },
  }
}
