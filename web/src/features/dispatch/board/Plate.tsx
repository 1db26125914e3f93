import styles from './Card.module.css'

/** A plate in its real colours: 浙A·8K215. */
export const Plate = ({ no, color }: { no: string; color: string }) => (
  <span className={styles.plate} data-plate={color}>
    {plateText(no)}
  </span>
)
/** As it stands on the metal: the dot behind the place. */
export const plateText = (no: string): string => no.replace(/^(\p{Script=Han}[A-Z])(?=[A-Z0-9])/u, '$1·')
