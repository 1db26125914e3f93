import { addDevice } from '@xunyun/contract/devices/devices'
import { Form } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import type { Sending } from '../../shared/api/api.ts'
import { newKey } from '../../shared/api/encode.ts'
import { FormFrame, FormSection } from '../../shared/form/FormFrame.tsx'
import { useForm } from '../../shared/form/useForm.ts'
import { ScanField } from '../../shared/scan/ScanField.tsx'
import { signal } from '../../shared/scan/signals.ts'
import { wordsOf } from '../../shared/scan/wordsOf.ts'
import { Sheet } from '../../shared/ui/Sheet.tsx'
import { Rest } from './DeviceForm.tsx'
import styles from './Devices.module.css'
import { devicePaths } from './paths.ts'

type Values = Omit<Sending<typeof addDevice>, 'deviceNo'>
type Came = { readonly at: number; readonly deviceNo: string; readonly wrong: string | null }

/** 入库 by scan: what they have in common once, then number after number. */
export function ReceiveSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('devices')
  const add = useAction(addDevice, { refresh: devicePaths })
  const [came, setCame] = useState<readonly Came[]>([])
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const state = useForm<Values>({ name: 'device-receive', initial: {}, call: addDevice, onSubmit: async () => {} })
  const take = async (deviceNo: string) => {
    const fits = await state.form.validateFields().then(
      () => true,
      () => false,
    )
    // What is wrong with what they have in common is said at its field, once for all scans.
    if (!fits) {
      signal(false)
      return
    }
    const rest = state.form.getFieldsValue(true) as Values
    const wrong = await add.run({ ...rest, deviceNo }, { key: newKey(), quiet: true }).then(
      () => null,
      (error: unknown) => wordsOf(error),
    )
    signal(wrong === null)
    setCame((before) => [{ at: before.length, deviceNo, wrong }, ...before])
  }
  // Scans come faster than answers.
  const scan = (deviceNo: string) => {
    queue.current = queue.current.then(() => take(deviceNo))
    return Promise.resolve()
  }
  const good = came.filter(({ wrong }) => wrong === null).length
  const close = () => {
    state.drop()
    onClose()
  }
  return (
    <Sheet title={t('receive.title')} width={560} onClose={close}>
      <FormFrame state={state}>
        <p>{t('receive.hint')}</p>
        <FormSection>
          <Rest device={undefined} isNew />
        </FormSection>
        <Form.Item label={t('device.deviceNo')}>
          <ScanField label={t('receive.scan')} onScan={scan} />
        </Form.Item>
      </FormFrame>
      <output>{good > 0 && t('receive.done', { number: good })}</output>
      <ul className={styles.received} aria-label={t('receive.came')}>
        {came.map(({ at, deviceNo, wrong }) => (
          <li key={at}>
            <span>{deviceNo}</span>
            <span className={wrong === null ? undefined : styles.problem}>{wrong ?? t('receive.in')}</span>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
