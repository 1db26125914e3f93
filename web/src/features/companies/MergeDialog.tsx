import { type CompanyRow, getCompany, getCompanyChoices, mergeCompanies } from '@xunyun/contract/companies/calls'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { api } from '../../shared/api/api.ts'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import styles from './Companies.module.css'

type Props = {
  /** Several: one of them stays. One: it goes into another that is looked up. */
  readonly rows: readonly CompanyRow[]
  readonly refresh: readonly string[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** 合并: which one stays. What it means is said before, for nothing takes it back. */
export function MergeDialog({ rows, refresh, onDone, onClose }: Props) {
  const { t } = useTranslation('companies')
  const merge = useAction(mergeCompanies, { success: t('done.merge'), refresh })
  const single = rows.length === 1
  // The oldest is mostly the one with the papers.
  const [kept, setKept] = useState<number | undefined>(
    single ? undefined : rows.reduce((oldest, row) => (row.id < oldest.id ? row : oldest)).id,
  )
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (kept === undefined) {
      setMissing(true)
      return
    }
    setBusy(true)
    try {
      const { version } = rows.find(({ id }) => id === kept) ?? (await api(getCompany, { id: kept }))
      await merge.run({ id: kept, version, otherIds: rows.map(({ id }) => id).filter((id) => id !== kept) })
      onDone()
      onClose()
    } catch {
      // It has been said; what was chosen stays.
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={single ? t('merge.one', { name: rows[0]?.name }) : t('merge.title', { number: rows.length })}
      onCancel={onClose}
      yes={{ label: t('act.merge'), type: 'default', danger: true, loading: busy, onClick: () => void save() }}
    >
      <p className={styles.meaning}>{t('merge.text')}</p>
      {single ? (
        <>
          <label className={styles.label} htmlFor="merge-into">
            {t('merge.into')}
          </label>
          <Lookup
            id="merge-into"
            call={getCompanyChoices}
            value={kept}
            onChange={(id: number | undefined) => {
              setKept(id)
              setMissing(false)
            }}
            style={{ width: '100%' }}
          />
        </>
      ) : (
        <fieldset className={styles.keep}>
          <legend>{t('merge.keep')}</legend>
          {rows.map((row) => (
            <label key={row.id}>
              <input type="radio" name="merge-keep" checked={kept === row.id} onChange={() => setKept(row.id)} />
              <span>{row.name}</span>
              <small>{[row.code, row.uscc, row.tel].filter(Boolean).join(' · ')}</small>
            </label>
          ))}
        </fieldset>
      )}
      <div className={styles.missing} role="alert">
        {missing && t('merge.missing')}
      </div>
    </Dialog>
  )
}
