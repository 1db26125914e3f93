import { wordFor } from '@xunyun/contract/dictionary'
import table from '../detail/Lines.module.css'
import { useLanguage } from '../i18n/useLanguage.ts'
import { figure } from '../ui/format.ts'

type Line = { readonly qty: string; readonly baseUnit: string; readonly unitQty: string; readonly unit: string }

/** The quantity of a line, and what was written where that is another unit. */
export function LineQty({ qty, baseUnit, unitQty, unit }: Line) {
  const language = useLanguage()
  return (
    <>
      {figure(qty)}
      {unit !== baseUnit && (
        <span className={table.quiet}>
          {' '}
          ({figure(unitQty)} {wordFor('unit', unit, language)})
        </span>
      )}
    </>
  )
}

/** The first of many serial numbers; all of them are its title. */
export const Serials = ({ of }: { of: readonly string[] }) => (
  <span title={of.join('\n')}>
    {of.length > 3 ? `${of.slice(0, 3).join(', ')} … ${of.length}` : of.join(', ') || '—'}
  </span>
)
