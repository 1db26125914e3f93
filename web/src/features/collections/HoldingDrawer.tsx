import { useQuery } from '@tanstack/react-query'
import { changeHoldingSetting, getHoldingSetting, type HoldingSetting } from '@xunyun/contract/collections/holding'
import type { Output } from '@xunyun/contract/kernel/call'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { q } from '../../shared/api/query.ts'
import { historyEntries } from '../../shared/detail/History.tsx'
import { Timeline } from '../../shared/detail/Timeline.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { IntegerInput, MoneyInput } from '../../shared/form/inputs.tsx'
import { LoadError } from '../../shared/ui/Notice.tsx'
import { useHoldingHistory } from './handInHistory.ts'

/** What a driver may have in hand and for how long, and who changed it when (M49). */
export function HoldingDrawer({ onClose }: { onClose: () => void }) {
  const setting = useQuery({ ...q(getHoldingSetting, {}), gcTime: 0 })
  if (setting.isError) return <LoadError error={setting.error} retry={() => void setting.refetch()} />
  return setting.data === undefined ? null : <HoldingForm setting={setting.data} onClose={onClose} />
}

function HoldingForm({ setting, onClose }: { setting: Output<typeof getHoldingSetting>; onClose: () => void }) {
  const { t } = useTranslation('collections')
  const words = useHoldingHistory()
  const change = useAction(changeHoldingSetting, { success: t('setting.saved'), refresh: ['/api/Dispatch/'] })
  return (
    <FormDrawer<HoldingSetting>
      name="holding-setting"
      title={t('setting.title')}
      submitLabel={t('setting.save')}
      width={440}
      call={changeHoldingSetting}
      initial={{ heldAmount: setting.heldAmount, heldDays: setting.heldDays }}
      onSubmit={(values) => change.run({ ...values, version: setting.version })}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="heldAmount" label={t('holding.heldAmount')}>
          <MoneyInput suffix={t('setting.yuan')} />
        </Field>
        <Field name="heldDays" label={t('holding.heldDays')} hint={t('setting.hint')}>
          <IntegerInput suffix={t('setting.days')} />
        </Field>
      </FormSection>
      <FormSection columns={1} title={t('detail.history')}>
        <Timeline entries={historyEntries(setting.history, words)} />
      </FormSection>
    </FormDrawer>
  )
}
