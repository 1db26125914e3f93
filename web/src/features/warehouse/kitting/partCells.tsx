import type { FieldMessage } from '../../../shared/api/fieldErrors.ts'
import styles from './Kitting.module.css'

/** What stands against one part, at its place among those that were sent; without a field, against all of it. */
export function Wrong({ messages, at, field }: { messages: readonly FieldMessage[]; at: number; field: string }) {
  const mine = messages.filter(({ name: [root, index, cell] }) => root === 'parts' && index === at && cell === field)
  return mine.map(({ errors: [error] }) => (
    <div key={error} className={styles.wrong} role="alert">
      {error}
    </div>
  ))
}
