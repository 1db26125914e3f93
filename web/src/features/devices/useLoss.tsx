import type { loseBindings } from '@xunyun/contract/devices/bindings'
import type { loseDevices } from '@xunyun/contract/devices/devices'
import type { Outcomes } from '@xunyun/contract/kernel/list'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../../shared/action/ReasonDialog.tsx'
import { showRefused } from '../../shared/action/refused.ts'
import { useCommands } from '../../shared/action/useAction.ts'
import { toast } from '../../shared/ui/toasts.ts'
import { devicePaths } from './paths.ts'

type Lost = { readonly id: number; readonly deviceNo: string }

/** 报丢: asks why, and says afterwards whether a deposit is asked for or the loss is noted alone. */
export function useLoss(
  call: typeof loseDevices | typeof loseBindings,
  onDone: (outcomes: Outcomes, ids: readonly number[]) => void,
) {
  const { t } = useTranslation('devices')
  const commands = useCommands(devicePaths)
  const [asked, setAsked] = useState<readonly Lost[]>([])
  const [first] = asked
  const lose = async (reason: string) => {
    const outcomes = await commands.run(call, { ids: asked.map(({ id }) => id), reason })
    const { done, owed, refused } = outcomes
    if (refused.length > 0) showRefused(t('act.lose'), outcomes)
    else if (owed > 0) toast.success(t('done.lostOwed', { number: done, owed }))
    else toast.success(t('done.lostNoted', { number: done }))
    onDone(
      outcomes,
      asked.map(({ id }) => id),
    )
  }
  const dialog = first && (
    <ReasonDialog
      title={`${t('act.lose')} ${asked.length === 1 ? first.deviceNo : t('many', { number: asked.length })}`}
      text={t('ask.lose')}
      yes={t('act.lose')}
      danger
      onClose={() => setAsked([])}
      onSubmit={lose}
    />
  )
  return { ask: setAsked, dialog }
}
