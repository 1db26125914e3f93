import { useState } from 'react'
import { useSession } from '../../shared/session/session.ts'
import styles from './TopBar.module.css'

/** The photo, or the first character of the name (also where the photo can't be shown). */
export function Avatar({ large }: { large?: boolean }) {
  const { name, avatar } = useSession()
  const [broken, setBroken] = useState(false)
  if (avatar === '' || broken)
    return (
      <span className={styles.avatar} data-large={large || undefined} aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
    )
  return (
    <img
      className={styles.avatar}
      data-large={large || undefined}
      src={avatar}
      alt=""
      onError={() => setBroken(true)}
    />
  )
}
