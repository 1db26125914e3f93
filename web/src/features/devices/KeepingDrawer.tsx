import { useQuery } from '@tanstack/react-query'
import { changeKeepingSetting, getKeepingSetting, type KeepingSetting } from '@xunyun/contract/devices/keeping'
import type { Output } from '@xunyun/contract/kernel/call'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { q } from '../../shared/api/query.ts'
import { historyEntries } from '../../shared/detail/History.tsx'
import { Timeline } from '../../shared/detail/Timeline.tsx'
import { useMasterHistory } from '../../shared/detail/useMasterHistory.ts'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { IntegerInput } from '../../shared/form/inputs.tsx'
import { LoadError } from '../../shared/ui/Notice.tsx'

/** For how many days positions are kept, and who changed it when. */
export function KeepingDrawer({ onClose }: { onClose: () => void }) {
  const setting = useQuery({ ...q(getKeepingSetting, {}), gcTime: 0 })
  if (setting.isError) return <LoadError error={setting.error} retry={() => void setting.refetch()} />
  return setting.data === undefined ? null : <KeepingForm setting={setting.data} onClose={onClose} />
}

function KeepingForm({ setting, onClose }: { setting: Output<typeof getKeepingSetting>; onClose: () => void }) {
  const { t } = useTranslation(['devices', 'ui'])
  const words = useMasterHistory({}, 'devices:keeping.*')
  const change = useAction(changeKeepingSetting, { success: t('keeping.saved') })
  return (
    <FormDrawer<KeepingSetting>
      name="keeping-setting"
      title={t('keeping.title')}
      submitLabel={t('keeping.save')}
      width={440}
      call={changeKeepingSetting}
      initial={{ positionDays: setting.positionDays }}
      onSubmit={({ positionDays }) => change.run({ positionDays, version: setting.version })}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="positionDays" label={t('keeping.positionDays')} hint={t('keeping.hint')}>
          <IntegerInput suffix={t('keeping.days')} />
        </Field>
      </FormSection>
      <FormSection columns={1} title={t('ui:master.history')}>
        <Timeline entries={historyEntries(setting.history, words)} />
      </FormSection>
    </FormDrawer>
  )
}
