import { getOutletChoices } from '@xunyun/contract/companies/calls'
import {
  giveBackSignedReceipts,
  type SignedReceiptRow,
  sendSignedReceipts,
} from '@xunyun/contract/signedReceipts/calls'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useBatches } from '../../shared/action/useBatch.ts'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import type { Print } from '../printing/index.ts'
import { listOf, toPrint } from './batches.ts'
import { receiptPaths } from './paths.ts'

export type Parcel = {
  readonly toOutletId?: number
  readonly expressCompany?: string
  readonly expressNo?: string
  readonly arrangementNo?: string
}
type FormProps = {
  readonly step: 'send' | 'giveBack'
  readonly title: string
  readonly submitLabel: string
  readonly initial: Parcel
  readonly onSubmit: (parcel: Parcel) => Promise<unknown>
  readonly onClose: () => void
}

/** Where papers go, and who takes them along. */
export function ParcelFields({ step, title, submitLabel, initial, onSubmit, onClose }: FormProps) {
  const { t } = useTranslation('signedReceipts')
  return (
    <FormDrawer<Parcel>
      name={`receipt-parcel-${title}`}
      title={title}
      submitLabel={submitLabel}
      width={440}
      call={step === 'send' ? sendSignedReceipts : giveBackSignedReceipts}
      initial={initial}
      onSubmit={(parcel) => onSubmit(parcel as Parcel)}
      onClose={onClose}
    >
      <FormSection columns={1}>
        {step === 'send' && (
          <Field name="toOutletId" label={t('parcel.to')}>
            <Lookup call={getOutletChoices} />
          </Field>
        )}
        <Field name="expressCompany" label={t('column.expressCompany')}>
          <Input maxLength={40} />
        </Field>
        <Field name="expressNo" label={t('column.expressNo')}>
          <Input maxLength={40} />
        </Field>
        <Field name="arrangementNo" label={t('column.arrangementNo')}>
          <Input maxLength={20} placeholder="PC" />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}

type Props = {
  readonly step: 'send' | 'giveBack'
  readonly rows: readonly SignedReceiptRow[]
  readonly onClose: () => void
  readonly onDone?: (() => void) | undefined
  readonly print: Print
}

/** 寄出, 返客户 of what was chosen; where all go to one outlet it is that. The list that goes along can be printed at once. */
export function ParcelForm({ step, rows, onClose, onDone, print }: Props) {
  const { t } = useTranslation('signedReceipts')
  const batches = useBatches({ refresh: receiptPaths, onDone })
  const outlets = [...new Set(rows.map(({ ownOutletId }) => ownOutletId))]
  const ids = rows.map(({ id }) => id)
  const call = step === 'send' ? sendSignedReceipts : giveBackSignedReceipts
  return (
    <ParcelFields
      step={step}
      title={t(`parcel.${step}`, { count: rows.length })}
      submitLabel={t(`act.${step}`)}
      initial={step === 'send' && outlets.length === 1 ? { toOutletId: outlets[0] as number } : {}}
      onSubmit={async (parcel) => {
        const sent = await batches.run(call, t(`act.${step}`), { ids, ...parcel } as never, {})
        if (print.may && sent.batches.length > 0) print.open(listOf[step], toPrint(sent.batches))
      }}
      onClose={onClose}
    />
  )
}
