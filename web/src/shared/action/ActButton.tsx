import { Button, type ButtonProps, Tooltip } from 'antd'
import styles from './Action.module.css'

type Props = Omit<ButtonProps, 'disabled'> & {
  /** Why not now; null or absent: allowed. */
  readonly refused?: string | null
}

/** A button that stays where it is when it is refused, and says why: on hover, on focus, to a screen reader. */
export function ActButton({ refused, onClick, className, ...rest }: Props) {
  if (!refused) return <Button {...rest} className={className} onClick={onClick} />
  return (
    <Tooltip title={refused}>
      {/* Not `disabled`: that would take it out of the way of whoever wants to know the reason. */}
      <Button
        {...rest}
        type="default"
        danger={false}
        aria-disabled="true"
        aria-description={refused}
        className={`${styles.refused} ${className ?? ''}`}
      />
    </Tooltip>
  )
}
