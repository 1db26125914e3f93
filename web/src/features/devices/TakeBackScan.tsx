import { takeBackScan, undoTakeBack } from '@xunyun/contract/devices/bindings'
import type { DeviceCondition } from '@xunyun/contract/devices/states'
import type { Output } from '@xunyun/contract/kernel/call'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefresh } from '../../shared/action/useRefresh.ts'
import { api } from '../../shared/api/api.ts'
import { newKey } from '../../shared/api/encode.ts'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { FloorRows } from '../../shared/scan/FloorRows.tsx'
import { Chips, TargetCard } from '../../shared/scan/GoodsCard.tsx'
import { ScanFrame, useBand } from '../../shared/scan/ScanFrame.tsx'
import { useScans } from '../../shared/scan/useScans.ts'
import { dotted } from '../../shared/ui/format.ts'
import { conditionWords } from './conditionWords.ts'
import { devicePaths } from './paths.ts'

type Back = Output<typeof takeBackScan> & { readonly condition: DeviceCondition }

/** 扫码回收: how they come back is chosen once, then each scan takes one back; the last one can be undone. */
export function TakeBackScan({ onList }: { onList: () => void }) {
  const { t } = useTranslation(['devices', 'scan'])
  const language = useLanguage()
  const refresh = useRefresh()
  const [band, say] = useBand()
  const [condition, setCondition] = useState<DeviceCondition>('intact')
  const [back, setBack] = useState<readonly Back[]>([])
  const [last] = back
  const run = async (work: () => Promise<void>) => {
    await work()
    void refresh(devicePaths)
  }
  const take = (number: string) =>
    run(async () => {
      const taken = { ...(await api(takeBackScan, { number, condition }, { quiet: true, key: newKey() })), condition }
      setBack((before) => [taken, ...before])
      const late = taken.overdueDays > 0 && t('back.late', { days: taken.overdueDays })
      say({ ok: true, text: dotted(t('back.in', { no: taken.deviceNo }), late) })
    })
  const undo = (id: number) =>
    run(async () => {
      const { deviceNo } = await api(undoTakeBack, { id }, { quiet: true, key: newKey() })
      setBack((before) => before.filter((one) => one.id !== id))
      say({ ok: true, text: t('back.undone', { no: deviceNo }) })
    })
  const onScan = useScans(take, say)
  const onUndo = useScans((id) => undo(Number(id)), say)
  const words = conditionWords(language)
  return (
    <ScanFrame
      title={t('back.title', { number: back.length })}
      band={band}
      hint={t('back.hint')}
      onScan={onScan}
      keys={[
        { key: 'list', label: t('back.list'), onClick: onList },
        ...words.map(({ value, label }) => ({
          key: value,
          label,
          pressed: condition === value,
          onClick: () => setCondition(value),
        })),
      ]}
    >
      <TargetCard label={t('device.deviceNo')} code={last?.deviceNo ?? null} isThere={last !== undefined}>
        {last && (
          <p>{dotted(last.objectNo, last.holder, words.find(({ value }) => value === last.condition)?.label)}</p>
        )}
        {last && <Chips chips={[{ key: 'undo', title: t('scan:undo'), onTake: () => onUndo(String(last.id)) }]} />}
      </TargetCard>
      <FloorRows
        label={t('back.today')}
        rows={back.slice(1).map((one) => ({
          key: one.id,
          title: one.deviceNo,
          small: dotted(one.objectNo, one.holder),
          aside: words.find(({ value }) => value === one.condition)?.label,
          disabled: true,
          onTake: () => undefined,
        }))}
      />
    </ScanFrame>
  )
}
