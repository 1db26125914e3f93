import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { walkIn } from '../terms.ts'
import { type Common, type EntryRow, isBlank, type Resolved } from './cells.ts'
import { useResolvedCodes } from './resolveCodes.ts'
import { type Complaints, type Validated, validate, type Words } from './validate.ts'

type Kept = { readonly facts: readonly unknown[]; readonly judged: Validated; readonly complaints: Complaints }

const nothing: Resolved = {
  customer: undefined,
  destOutlet: undefined,
  shipper: undefined,
  consignee: undefined,
  payMethod: walkIn.payMethod,
  isWalkIn: false,
}

/** What is to be said of each row now. A row is judged anew only when something that counts for it has changed. */
export function useValidation(
  rows: readonly EntryRow[],
  common: Common,
  refusals: ReadonlyMap<EntryRow, Complaints>,
): { judgedOf: (row: EntryRow) => Validated; complaintsOf: (row: EntryRow) => Complaints; words: Words } {
  const { t } = useTranslation('waybills')
  const language = useLanguage()
  const words = useMemo<Words>(
    () => ({
      language,
      field: (name) => t(`task.${name as 'name' | 'phone' | 'region' | 'address' | 'company'}`),
      several: (count) => t('grid.several', { count }),
    }),
    [language, t],
  )
  const [kept] = useState(() => new WeakMap<EntryRow, Kept>())
  const meantBy = useResolvedCodes(rows)
  const of = (row: EntryRow): Kept => {
    const resolved = isBlank(row) ? nothing : meantBy(row)
    const refusal = refusals.get(row)
    const facts = [
      resolved.customer,
      resolved.destOutlet,
      resolved.shipper,
      resolved.consignee,
      resolved.payMethod,
      resolved.isWalkIn,
      common,
      words,
      refusal,
    ]
    const before = kept.get(row)
    if (before?.facts.every((fact, at) => fact === facts[at])) return before
    const judged = validate(row, resolved, common, words)
    const complaints = refusal === undefined ? judged.complaints : new Map([...judged.complaints, ...refusal])
    const now = { facts, judged, complaints }
    kept.set(row, now)
    return now
  }
  return { judgedOf: (row) => of(row).judged, complaintsOf: (row) => of(row).complaints, words }
}
