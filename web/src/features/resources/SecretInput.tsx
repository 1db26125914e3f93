import { Input, type InputProps } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './resources.module.css'

type Props = Omit<InputProps, 'value' | 'onChange'> & {
  readonly value?: string | null
  readonly onChange?: (value: string | undefined) => void
  /** What is on record, as far as it may be shown. */
  readonly masked: string | null | undefined
}

/** A number that goes in and never comes out again: nothing typed keeps it (undefined), clearing it is said ('' is sent). */
export function SecretInput({ value, onChange, masked, ...rest }: Props) {
  const { t } = useTranslation('resources')
  const clearing = value === ''
  const kept = masked ?? ''
  const placeholder = clearing ? t('secret.cleared') : kept && t('secret.keep', { masked: kept })
  return (
    <Input
      autoComplete="off"
      {...rest}
      value={value ?? ''}
      placeholder={placeholder}
      onChange={(event) => onChange?.(event.target.value === '' ? undefined : event.target.value)}
      suffix={
        kept &&
        !value && (
          <button type="button" className={styles.inline} onClick={() => onChange?.(clearing ? undefined : '')}>
            {t(clearing ? 'secret.undo' : 'secret.clear')}
          </button>
        )
      }
    />
  )
}
