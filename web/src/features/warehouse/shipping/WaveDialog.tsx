import { codes, wordFor } from '@xunyun/contract/dictionary'
import type { OutboundRow } from '@xunyun/contract/warehouse/shipping/notices'
import { createWave } from '@xunyun/contract/warehouse/shipping/picking'
import { Radio } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { newKey } from '../../../shared/api/encode.ts'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { figure } from '../../../shared/ui/format.ts'
import { toast } from '../../../shared/ui/toasts.ts'
import { outboundPaths } from './paths.ts'
import styles from './Shipping.module.css'

type Props = {
  notices: readonly Pick<OutboundRow, 'id' | 'noticeNo' | 'lineCount' | 'allocated' | 'picked'>[]
  onDone: () => void
  onClose: () => void
}
type Mode = 'single' | 'merged'

/** Pick tasks of what is allocated: one a notice, or one walk over all. */
export function WaveDialog({ notices, onDone, onClose }: Props) {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  const [mode, setMode] = useState<Mode>('single')
  const key = useRef(newKey())
  const wave = useBatch(createWave, { title: t('act.wave'), refresh: outboundPaths, onDone })
  const submit = async () => {
    const { tasks } = await wave.run({ ids: notices.map(({ id }) => id), mode }, { key: key.current })
    key.current = newKey()
    if (tasks.length > 0) toast.success(t('wave.made', { tasks: tasks.map(({ taskNo }) => taskNo).join('，') }))
    onClose()
  }
  const open = notices.reduce((sum, { allocated, picked }) => sum + Number(allocated) - Number(picked), 0)
  return (
    <Dialog
      open
      title={t('act.wave')}
      onCancel={onClose}
      yes={{
        label: t('act.wave'),
        autoFocus: true,
        loading: wave.pending,
        onClick: () => void submit().catch(() => undefined),
      }}
    >
      <div className={styles.form}>
        <p>{t('wave.of', { count: notices.length, qty: figure(String(open)) })}</p>
        {notices.length > 1 && (
          <Radio.Group
            value={mode}
            onChange={(event) => setMode(event.target.value as Mode)}
            options={codes('waveMode').map((value) => ({ value, label: wordFor('waveMode', value, language) }))}
          />
        )}
      </div>
    </Dialog>
  )
}
