import { useQuery } from '@tanstack/react-query'
import type { Output } from '@xunyun/contract/kernel/call'
import {
  changeClosingSetting,
  closeWaybills,
  countDueWaybills,
  getClosingHistory,
  getClosingSetting,
} from '@xunyun/contract/waybills/closing'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { api } from '../../shared/api/api.ts'
import { q } from '../../shared/api/query.ts'
import { historyEntries } from '../../shared/detail/History.tsx'
import { Timeline } from '../../shared/detail/Timeline.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { IntegerInput } from '../../shared/form/inputs.tsx'
import { useRight } from '../../shared/session/session.ts'
import { confirm } from '../../shared/ui/confirm.ts'
import { LoadError } from '../../shared/ui/Notice.tsx'
import { toast } from '../../shared/ui/toasts.ts'
import { useClosingHistory } from './closingHistory.ts'
import { receiptPaths } from './paths.ts'

/** After how many days waybills are closed. */
export function ClosingDrawer({ onClose }: { onClose: () => void }) {
  const setting = useQuery({ ...q(getClosingSetting, {}), gcTime: 0 })
  if (setting.isError) return <LoadError error={setting.error} retry={() => void setting.refetch()} />
  return setting.data === undefined ? null : <ClosingForm setting={setting.data} onClose={onClose} />
}

function ClosingForm({ setting, onClose }: { setting: Output<typeof getClosingSetting>; onClose: () => void }) {
  const { t } = useTranslation(['signedReceipts', 'ui'])
  const history = useQuery({ ...q(getClosingHistory, {}), gcTime: 0 })
  const words = useClosingHistory()
  const mayClose = useRight('allWayBill').approve
  const change = useAction(changeClosingSetting, { success: t('closing.saved'), refresh: receiptPaths })
  const now = useAction(closeWaybills, { refresh: receiptPaths })
  const [counting, setCounting] = useState(false)
  const closeNow = async () => {
    setCounting(true)
    const counted = await api(countDueWaybills, {}).catch(() => undefined)
    setCounting(false)
    if (counted === undefined) return
    const { due } = counted
    if (due === 0) toast.info(t('closing.none'))
    else if (await confirm({ title: t('closing.ask', { count: due }), yes: t('closing.run') }))
      await now.run({}).then(
        ({ closed }) => toast.success(t('closing.ran', { count: closed })),
        () => undefined,
      )
  }
  return (
    <FormDrawer<{ days: number }>
      name="closing-setting"
      title={t('closing.title')}
      submitLabel={t('closing.save')}
      width={440}
      call={changeClosingSetting}
      initial={{ days: setting.days }}
      onSubmit={({ days }) => change.run({ days, version: setting.version })}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="days" label={t('closing.days')} hint={t('closing.hint')}>
          <IntegerInput />
        </Field>
        {mayClose && (
          <Form.Item label={t('closing.byHand')}>
            <Button loading={counting || now.pending} onClick={() => void closeNow()}>
              {t('closing.run')}
            </Button>
          </Form.Item>
        )}
      </FormSection>
      {history.data !== undefined && history.data.length > 0 && (
        <FormSection columns={1} title={t('ui:history.title')}>
          <Timeline entries={historyEntries(history.data, words)} />
        </FormSection>
      )}
    </FormDrawer>
  )
}
