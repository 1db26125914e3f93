import { Button } from 'antd'
import { Plus, X } from 'lucide-react'
import { type ClipboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldMessage } from '../../shared/api/fieldErrors.ts'
import { trimmed } from '../../shared/form/decimals.ts'
import { enterToNewLine } from '../../shared/form/enter.ts'
import { DecimalInput } from '../../shared/form/inputs.tsx'
import { figure } from '../../shared/ui/format.ts'
import { toast } from '../../shared/ui/toasts.ts'
import styles from './Prices.module.css'
import { isTable, parseTiers, retied, type TierDraft } from './tiers.ts'

type Props = {
  value?: readonly TierDraft[]
  onChange?: (tiers: readonly TierDraft[]) => void
  unit: string
  messages: readonly FieldMessage[]
}

/** Bands one behind the other: where one ends the next begins, so that there is no gap and no overlap to type. */
export function TierEditor({ value = [], onChange, unit, messages }: Props) {
  const { t } = useTranslation('prices')
  const body = useRef<HTMLTableSectionElement>(null)
  const set = (tiers: readonly TierDraft[]) => onChange?.(retied(tiers))
  const change = (at: number, patch: Partial<TierDraft>) =>
    set(value.map((tier, index) => (index === at ? { ...tier, ...patch } : tier)))
  const add = () => {
    set([...value, { from: undefined, to: undefined, price: undefined }])
    requestAnimationFrame(() => body.current?.querySelectorAll<HTMLInputElement>('tr:last-child input')[0]?.focus())
  }
  const errorOf = (at: number): string | undefined =>
    messages.find(({ name }) => name[0] === 'tiers' && Number(name[1]) === at)?.errors[0]
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    const tiers = parseTiers(text)
    if (tiers === null && !isTable(text)) return
    event.preventDefault()
    if (tiers === null) toast.error(t('tier.notTable'))
    else set(tiers)
  }
  return (
    <div className={styles.frame}>
      <table className={styles.tiers} {...enterToNewLine(add)} onPaste={onPaste} aria-label={t('field.tiers')}>
        <thead>
          <tr>
            <th>{t('tier.from', { unit })}</th>
            <th>{t('tier.to', { unit })}</th>
            <th>{t('tier.price', { unit })}</th>
            <th aria-label={t('tier.remove')} />
          </tr>
        </thead>
        <tbody ref={body}>
          {value.map((tier, at) => {
            const wrong = errorOf(at)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a band has no name but its place
              <tr key={at}>
                <td className={styles.from}>{figure(trimmed(tier.from ?? '0'))}</td>
                <td>
                  <DecimalInput
                    places={4}
                    short
                    variant="borderless"
                    aria-label={`${t('tier.to', { unit })} ${at + 1}`}
                    placeholder={at === value.length - 1 ? '∞' : undefined}
                    status={wrong ? 'error' : undefined}
                    value={tier.to}
                    onChange={(to) => change(at, { to })}
                  />
                </td>
                <td>
                  <DecimalInput
                    places={4}
                    short
                    variant="borderless"
                    aria-label={`${t('tier.price', { unit })} ${at + 1}`}
                    status={wrong ? 'error' : undefined}
                    value={tier.price}
                    onChange={(price) => change(at, { price })}
                  />
                  {wrong && (
                    <div className={styles.wrong} role="alert">
                      {wrong}
                    </div>
                  )}
                </td>
                <td>
                  <Button
                    type="text"
                    size="small"
                    aria-label={`${t('tier.remove')} ${at + 1}`}
                    icon={<X size={14} strokeWidth={1.75} />}
                    onClick={() => set(value.filter((_, index) => index !== at))}
                  />
                </td>
              </tr>
            )
          })}
          {value.length === 0 && (
            <tr>
              <td colSpan={4} className={styles.none}>
                {t('tier.none')}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <Button
        type="text"
        size="small"
        className={styles.addTier}
        icon={<Plus size={14} strokeWidth={2} />}
        onClick={add}
      >
        {t('tier.add')}
      </Button>
    </div>
  )
}
