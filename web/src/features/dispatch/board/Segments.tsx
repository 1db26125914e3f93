import styles from './Board.module.css'

type Props<V extends string> = {
  readonly label: string
  readonly value: V
  readonly onChange: (value: V) => void
  readonly options: readonly (readonly [value: V, text: string])[]
}

/** One of a few, side by side. */
export const Segments = <V extends string>({ label, value, onChange, options }: Props<V>) => (
  <fieldset className={styles.segments} aria-label={label}>
    {options.map(([one, text]) => (
      <button key={one} type="button" aria-pressed={one === value} onClick={() => onChange(one)}>
        {text}
      </button>
    ))}
  </fieldset>
)
