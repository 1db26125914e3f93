import { adjustTransportPrices, type PriceRow } from '@xunyun/contract/prices/calls'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../shared/action/useBatch.ts'
import { DayInput } from '../../shared/form/DayInput.tsx'
import { DecimalInput } from '../../shared/form/inputs.tsx'
import { serverNow } from '../../shared/session/session.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { day } from '../../shared/ui/format.ts'
import styles from './Prices.module.css'
import { pricePaths } from './paths.ts'

type Props = { prices: readonly PriceRow[]; onDone: () => void; onClose: () => void }

const tomorrow = () => day(new Date(serverNow().getTime() + 86_400_000))

/** 调价, 延期: new versions of several prices as drafts, dearer or cheaper by a per cent, or valid for longer. */
export function AdjustDialog({ prices, onDone, onClose }: Props) {
  const { t } = useTranslation('prices')
  const [percent, setPercent] = useState<string | undefined>()
  const [from, setFrom] = useState<string | undefined>(tomorrow)
  const [to, setTo] = useState<string | undefined>()
  const adjust = useBatch(adjustTransportPrices, { title: t('act.extend'), refresh: pricePaths, onDone })
  const nothing = percent === undefined && to === undefined
  const send = async () => {
    try {
      await adjust.run({ ids: prices.map(({ id }) => id), percent, validFrom: from ?? '', validTo: to })
      onClose()
    } catch {
      // What was refused has been said; what was typed stays.
    }
  }
  return (
    <Dialog
      open
      title={t('adjust.title', { count: prices.length })}
      onCancel={onClose}
      yes={{
        label: t('adjust.yes'),
        loading: adjust.pending,
        disabled: nothing || from === undefined,
        onClick: () => void send(),
      }}
    >
      <p className={styles.quiet}>{t('adjust.text')}</p>
      <div className={styles.dialog}>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the input inside is the control */}
        <label>
          <span>{t('adjust.percent')}</span>
          <DecimalInput
            places={2}
            value={percent}
            onChange={setPercent}
            suffix="%"
            placeholder={t('adjust.percentHint')}
          />
        </label>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the input inside is the control */}
        <label>
          <span>{t('field.validFrom')}</span>
          <DayInput value={from} onChange={setFrom} />
        </label>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the input inside is the control */}
        <label>
          <span>{t('field.validTo')}</span>
          <DayInput value={to} onChange={setTo} placeholder={t('adjust.asBefore')} />
        </label>
      </div>
    </Dialog>
  )
}
