import type { ApplicationState } from '@xunyun/contract/costs/states'
import { wordFor } from '@xunyun/contract/dictionary'
import { Link, useLocation, useSearchParams } from 'react-router'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { StateTag } from '../../../shared/ui/StateTag.tsx'
import { applicationTones } from '../applicationColumns.tsx'
import { useMayReadApplications } from './ApplicationAt.tsx'
import { applicationKey } from './paths.ts'
import styles from './Trips.module.css'

/** The application that holds a cost line: its state and its number, which opens it beside the page. */
export function ApplicationOf({ no, state }: { no: string; state: ApplicationState }) {
  const language = useLanguage()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const mayRead = useMayReadApplications()
  const next = new URLSearchParams(search)
  next.set(applicationKey, no)
  return (
    <span className={styles.held}>
      <StateTag tone={applicationTones[state]}>{wordFor('applicationState', state, language)}</StateTag>
      {mayRead ? (
        <Link to={`${pathname}?${next}`} replace>
          {no}
        </Link>
      ) : (
        no
      )}
    </span>
  )
}
