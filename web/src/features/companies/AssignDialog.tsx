import type { CompanyRow } from '@xunyun/contract/companies/calls'
import { getUsers } from '@xunyun/contract/system/calls'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { known, Lookup } from '../../shared/form/Lookup.tsx'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import styles from './Companies.module.css'

type Props = {
  readonly rows: readonly CompanyRow[]
  readonly pending: boolean
  readonly onSubmit: (salesmanId: number | undefined) => Promise<unknown>
  readonly onClose: () => void
}

/** One salesman for several companies; begins with the one that they have in common. */
export function AssignDialog({ rows, pending, onSubmit, onClose }: Props) {
  const { t } = useTranslation('companies')
  const [first] = rows
  const same =
    first !== undefined && rows.every(({ salesmanId }) => salesmanId === first.salesmanId) ? first : undefined
  const [salesmanId, setSalesmanId] = useState<number | undefined>(same?.salesmanId ?? undefined)
  const salesmen = rows.flatMap((row) => known(row.salesmanId, row.salesmanName))
  const save = async () => {
    try {
      await onSubmit(salesmanId)
      onClose()
    } catch {
      // It has been said; what was chosen stays.
    }
  }
  return (
    <Dialog
      open
      title={t('assign.title', { number: rows.length })}
      onCancel={onClose}
      yes={{ label: t('act.assign'), loading: pending, onClick: () => void save() }}
    >
      <label className={styles.label} htmlFor="assign-salesman">
        {t('company.salesmanName')}
      </label>
      <Lookup
        id="assign-salesman"
        call={getUsers}
        known={salesmen}
        value={salesmanId}
        onChange={(id: number | undefined) => setSalesmanId(id)}
        style={{ width: '100%' }}
      />
      <p className={styles.hint}>{t('assign.hint')}</p>
    </Dialog>
  )
}
