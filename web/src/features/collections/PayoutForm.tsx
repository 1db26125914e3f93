import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  addCodPayout,
  type CodPayoutDetail,
  changeCodPayout,
  getCodPayout,
  getPayable,
} from '@xunyun/contract/collections/cod'
import type { Output } from '@xunyun/contract/kernel/call'
import { getCashAccountChoices } from '@xunyun/contract/money/accounts'
import { Checkbox, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { q } from '../../shared/api/query.ts'
import { Facts } from '../../shared/detail/Facts.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { known, Lookup } from '../../shared/form/Lookup.tsx'
import { money } from '../../shared/ui/format.ts'
import { LoadError } from '../../shared/ui/Notice.tsx'
import { Sheet } from '../../shared/ui/Sheet.tsx'
import { toast } from '../../shared/ui/toasts.ts'
import { type Deducted, DeductLines, sentDeductions } from './DeductLines.tsx'
import { collectionPaths } from './paths.ts'

type Values = {
  readonly cashAccountId: number
  readonly payeeAccount: string
  readonly lines: Deducted
  readonly reason?: string
}
type Props = { readonly waybillIds: readonly number[]; readonly onMade: () => void; readonly onClose: () => void }

/** 发放: what was handed in of these waybills goes to their customer, less fees and what else he owes. */
export function PayoutForm({ waybillIds, onMade, onClose }: Props) {
  const { t } = useTranslation('collections')
  const payable = useQuery({ ...q(getPayable, { waybillIds: [...waybillIds] }), staleTime: 0, retry: false })
  const add = useAction(addCodPayout, { refresh: collectionPaths })
  const { data } = payable
  if (payable.isError)
    return (
      <Sheet title={t('payoutForm.title', { name: '' })} width={480} onClose={onClose}>
        <LoadError error={payable.error} retry={() => void payable.refetch()} />
      </Sheet>
    )
  return (
    <FormDrawer<Values>
      name="codPayout"
      title={t('payoutForm.title', { name: data?.customerName ?? '' })}
      submitLabel={t('payoutForm.save')}
      width={760}
      call={addCodPayout}
      initial={data && { lines: {}, ...(data.payeeAccount === null ? {} : { payeeAccount: data.payeeAccount }) }}
      onSubmit={async ({ lines, ...values }, options) => {
        const { no } = await add.run({ ...values, waybillIds: [...waybillIds], lines: sentDeductions(lines) }, options)
        toast.success(t('payoutForm.saved', { no }))
        onMade()
      }}
      onClose={onClose}
    >
      {data && <Fields payable={data} />}
    </FormDrawer>
  )
}

/** 修改, while it is a draft or was sent back: its waybills may be left out, everything else is typed anew. */
export function ChangePayoutForm({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['collections', 'payments'])
  const { data: payout } = useQuery({ ...q(getCodPayout, { id }), staleTime: 0 })
  const change = useAction(changeCodPayout, { refresh: collectionPaths, success: t('payments:done.submit') })
  const planned = (payout?.lines ?? []).filter(({ state }) => state === 'planned')
  const of = planned.flatMap(({ waybillId, ofNo }) =>
    waybillId === null ? [] : [{ value: waybillId, label: ofNo ?? '' }],
  )
  const [left, setLeft] = useState<readonly number[]>()
  const waybillIds = left ?? of.map(({ value }) => value)
  const payable = useQuery({
    ...q(getPayable, { waybillIds: [...waybillIds] }),
    enabled: waybillIds.length > 0,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })
  const deducted = planned.flatMap(({ chargeId, amount }) => (chargeId === null ? [] : [[chargeId, amount] as const]))
  return (
    <FormDrawer<Values>
      name={`codPayout-${id}`}
      title={t('payoutForm.change', { no: payout?.no ?? '' })}
      submitLabel={t('payoutForm.save')}
      width={760}
      call={changeCodPayout}
      initial={
        payout && {
          cashAccountId: payout.cashAccountId,
          payeeAccount: payout.payeeAccount,
          lines: Object.fromEntries(deducted),
          ...(payout.reason === null ? {} : { reason: payout.reason }),
        }
      }
      onSubmit={({ lines, ...values }, options) =>
        change.run(
          {
            ...values,
            id,
            version: payout?.version ?? 0,
            waybillIds: [...waybillIds],
            // What was settled since, and the fees, which are taken by themselves, are not offered any more.
            lines: sentDeductions(lines).filter(({ chargeId }) =>
              payable.data?.charges.some((charge) => charge.chargeId === chargeId),
            ),
          },
          options,
        )
      }
      onClose={onClose}
    >
      <FormSection columns={1} title={t('cod.waybillNo')}>
        <Checkbox.Group options={of} value={[...waybillIds]} onChange={setLeft} />
        {payable.isError && <LoadError error={payable.error} retry={() => void payable.refetch()} />}
      </FormSection>
      {payable.data && !payable.isError && <Fields payable={payable.data} account={payout} />}
    </FormDrawer>
  )
}

type FieldsProps = {
  readonly payable: Output<typeof getPayable>
  /** The account that it was to be paid from. */
  readonly account?: Pick<CodPayoutDetail, 'cashAccountId' | 'accountName'> | undefined
}
function Fields({ payable, account }: FieldsProps) {
  const { t } = useTranslation('collections')
  const { waybills, gross, fees, charges } = payable
  return (
    <>
      <FormSection columns={1}>
        <Facts
          columns={3}
          facts={[
            account === undefined && {
              label: t('cod.waybillNo'),
              value: waybills.map(({ waybillNo }) => waybillNo).join(' '),
              span: 3 as const,
            },
            { label: t('payout.gross'), value: <b>{money(gross)}</b> },
            { label: t('payoutForm.fees'), value: money(fees) },
          ]}
        />
      </FormSection>
      <FormSection columns={2}>
        <Field name="cashAccountId" label={t('payout.accountName')}>
          <Lookup call={getCashAccountChoices} known={known(account?.cashAccountId, account?.accountName)} />
        </Field>
        <Field name="payeeAccount" label={t('payout.payeeAccount')} span={2}>
          <Input />
        </Field>
        <Field name="reason" label={t('payout.reason')} span={2}>
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={300} />
        </Field>
      </FormSection>
      <FormSection title={t('payoutForm.deduct')} columns={1}>
        <Form.Item name="lines" noStyle>
          <DeductLines charges={charges} gross={gross} fees={fees} />
        </Form.Item>
      </FormSection>
    </>
  )
}
