import type { CSSProperties } from 'react'
import styles from './Skeleton.module.css'

/** A grey bar where text will be; it appears only when the wait is long enough to be noticed. */
export function Bone({ width = '100%', height = 12 }: { width?: number | string; height?: number }) {
  return <span className={styles.bone} style={{ width, height } satisfies CSSProperties} />
}

const rows = Array.from({ length: 14 }, (_, at) => ({ id: at, width: `${58 + ((at * 17) % 34)}%` }))

/** A page that is still coming, at its final proportions. */
export function PageSkeleton() {
  return (
    <div className={styles.page} aria-busy="true">
      <div className={styles.head}>
        <Bone width={72} />
        <Bone width={56} />
        <Bone width={56} />
        <Bone width={56} />
      </div>
      {rows.map(({ id, width }) => (
        <div key={id} className={styles.row}>
          <Bone width={112} />
          <Bone width={width} />
        </div>
      ))}
    </div>
  )
}
