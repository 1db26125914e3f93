import { Button } from 'antd'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { MoneyInput } from '../../../shared/form/inputs.tsx'
import { useIsPhone } from '../../../shared/ui/useDevice.ts'

type Props = Omit<ComponentProps<typeof MoneyInput>, 'suffix'>

/** Yuan, to add or to take off. The number keys of some phones have no minus: there a button turns the sign. */
export function SignedMoney({ value, onChange, ...props }: Props) {
  const { t } = useTranslation('costs')
  const isPhone = useIsPhone()
  const turned = value?.startsWith('-') ? value.slice(1) : `-${value ?? ''}`
  return (
    <MoneyInput
      {...props}
      value={value}
      onChange={onChange}
      suffix={
        isPhone && (
          <Button
            size="small"
            type="text"
            tabIndex={-1}
            aria-label={t('adjust.turn')}
            onClick={() => onChange?.(turned)}
          >
            ±
          </Button>
        )
      }
    />
  )
}
