import { Bone } from '../../shared/ui/Skeleton.tsx'
import styles from './System.module.css'

/** Lines of a table that is on its way. */
export function Bones() {
  return (
    <div className={styles.bones} aria-busy="true">
      {[1, 2, 3, 4, 5, 6, 7, 8].map((line) => (
        <Bone key={line} height={20} />
      ))}
    </div>
  )
}
