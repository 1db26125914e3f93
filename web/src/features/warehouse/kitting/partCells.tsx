import { useMessages } from '../../../shared/form/FormFrame.tsx'
import styles from './Kitting.module.css'

/** What stands against one part, at its place among those that were sent; without a field, against all of it. */
export function Wrong({ at, field }: { at: number; field: string }) {
  const mine = useMessages().filter(
    ({ name: [root, index, cell] }) => root === 'parts' && index === at && cell === field,
  )
  return mine.map(({ errors: [error] }) => (
    <div key={error} className={styles.wrong} role="alert">
      {error}
    </div>
  ))
}
