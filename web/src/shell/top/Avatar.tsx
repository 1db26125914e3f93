import { useState } from 'react'
import { useSession } from '../../shared/session/session.ts'
import styles from './TopBar.module.css'

/** The photo, or the first character of the name (also where the photo can't be shown). */
export function Avatar() {
  const { name, avatar } = useSession()
  const [broken, setBroken] = useState(false)
  if (avatar === '' || broken)
    return (
      <span className={styles.avatar} aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
    )
  return <img className={styles.avatar} src={avatar} alt="" onError={() => setBroken(true)} />
}
