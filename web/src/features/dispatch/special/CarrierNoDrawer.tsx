import { getSpecial, type SpecialRow, setCarrierNo } from '@xunyun/contract/dispatch/special'
import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { api } from '../../../shared/api/api.ts'
import { enterSaves } from '../../../shared/form/enter.ts'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'

type Values = { carrierNo?: string }
type Props = {
  readonly special: Pick<SpecialRow, 'id' | 'version' | 'arrangementNo' | 'carrierNo'>
  readonly onClose: () => void
}

const valuesOf = ({ carrierNo }: { carrierNo: string | null }): Values => (carrierNo === null ? {} : { carrierNo })

/** 填承运商单号: once the carrier has told it; emptied, there is none. */
export function CarrierNoDrawer({ special, onClose }: Props) {
  const { id, arrangementNo } = special
  const { t } = useTranslation(['handedOut', 'ui'])
  // Of what the form began with, until a conflict shows a newer one.
  const [version, setVersion] = useState(special.version)
  const act = useAction(setCarrierNo, { success: t('done.setNumber'), refresh: ['/api/Dispatch/'] })
  return (
    <FormDrawer<Values>
      name={`special-number-${id}`}
      title={t('setNumber.title', { no: arrangementNo })}
      width={480}
      submitLabel={t('ui:master.save')}
      call={setCarrierNo}
      initial={valuesOf(special)}
      onSubmit={({ carrierNo }, { key }) => act.run({ id, version, carrierNo: carrierNo || undefined }, { key })}
      onReload={async () => {
        const now = await api(getSpecial, { id })
        setVersion(now.version)
        return valuesOf(now)
      }}
      onSaved={onClose}
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="carrierNo" label={t('form.carrierNo')}>
          <Input maxLength={40} onPressEnter={enterSaves} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
