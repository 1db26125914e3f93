import { useQuery } from '@tanstack/react-query'
import type { Output } from '@xunyun/contract/kernel/call'
import { changeRoundOffSetting, getRoundOffSetting, type RoundOffSetting } from '@xunyun/contract/payments/roundOff'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { q } from '../../shared/api/query.ts'
import { historyEntries } from '../../shared/detail/History.tsx'
import { Timeline } from '../../shared/detail/Timeline.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { MoneyInput } from '../../shared/form/inputs.tsx'
import { LoadError } from '../../shared/ui/Notice.tsx'
import { paymentPaths } from './paths.ts'
import { useRoundOffHistory } from './paymentHistory.ts'

/** Up to how much is rounded off without the right to more, and who changed it when. */
export function RoundOffDrawer({ onClose }: { onClose: () => void }) {
  const setting = useQuery({ ...q(getRoundOffSetting, {}), gcTime: 0 })
  if (setting.isError) return <LoadError error={setting.error} retry={() => void setting.refetch()} />
  return setting.data === undefined ? null : <RoundOffForm setting={setting.data} onClose={onClose} />
}

function RoundOffForm({ setting, onClose }: { setting: Output<typeof getRoundOffSetting>; onClose: () => void }) {
  const { t } = useTranslation('payments')
  const words = useRoundOffHistory()
  const change = useAction(changeRoundOffSetting, { success: t('setting.saved'), refresh: paymentPaths })
  return (
    <FormDrawer<RoundOffSetting>
      name="round-off-setting"
      title={t('setting.title')}
      submitLabel={t('setting.save')}
      width={440}
      call={changeRoundOffSetting}
      initial={{ roundOffLimit: setting.roundOffLimit }}
      onSubmit={({ roundOffLimit }) => change.run({ roundOffLimit, version: setting.version })}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="roundOffLimit" label={t('setting.roundOffLimit')} hint={t('setting.hint')}>
          <MoneyInput suffix={t('setting.yuan')} />
        </Field>
      </FormSection>
      <FormSection columns={1} title={t('detail.history')}>
        <Timeline entries={historyEntries(setting.history, words)} />
      </FormSection>
    </FormDrawer>
  )
}
