import { useQuery } from '@tanstack/react-query'
import type { StoredFile } from '@xunyun/contract/system/files'
import { getWaybill, signWaybill, type WaybillDetail } from '@xunyun/contract/waybills/calls'
import { Button, Checkbox, Form, Input, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import { Declined, useAction } from '../../shared/action/useAction.ts'
import { api } from '../../shared/api/api.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { MomentInput } from '../../shared/form/DayInput.tsx'
import { FileInput } from '../../shared/form/FileInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { IntegerInput, MoneyInput } from '../../shared/form/inputs.tsx'
import { i18n } from '../../shared/i18n/i18n.ts'
import { serverNow, useRight } from '../../shared/session/session.ts'
import { confirm } from '../../shared/ui/confirm.ts'
import { money } from '../../shared/ui/format.ts'

type Values = {
  signed?: number
  refused?: number
  refuseReason?: string
  shortType?: string
  signer: string
  signedAt: string
  collected?: string
  waive?: boolean
  files?: StoredFile[]
}

/** 签收: what is there is fetched first, because the row may be older than the truck. */
export function SignDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const detail = useQuery({
    queryKey: [getWaybill.path, 'sign', id],
    queryFn: ({ signal }) => api(getWaybill, { id, no: undefined }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  return detail.data ? <SignForm detail={detail.data} onClose={onClose} /> : null
}

function SignForm({ detail, onClose }: { detail: WaybillDetail; onClose: () => void }) {
  const { t } = useTranslation('waybills')
  const there = detail.signable
  const sign = useAction(signWaybill, { success: t('done.sign'), refresh: ['/api/Waybills/', '/api/Dispatch/'] })
  return (
    <FormDrawer<Values>
      name={`sign-${detail.id}`}
      title={t('sign.title', { no: detail.waybillNo })}
      submitLabel={t('act.sign')}
      width={600}
      call={signWaybill}
      initial={{
        signed: there,
        signer: detail.consignee.name,
        signedAt: serverNow().toISOString(),
      }}
      onSubmit={async (values, { key }) => {
        const collected = await collectedOf(values, detail)
        await sign.run(
          {
            id: detail.id,
            signed: values.signed ?? 0,
            refused: values.refused,
            refuseReason: values.refuseReason,
            shortType: values.shortType as never,
            signer: values.signer,
            signedAt: values.signedAt,
            collected,
            waive: values.waive,
            files: values.files?.map(({ FileID }) => FileID),
          },
          { key },
        )
      }}
      onClose={onClose}
    >
      <SignFields detail={detail} there={there} />
    </FormDrawer>
  )
}

/** Money is not taken as received because a form was sent: somebody types it, or says so. */
async function collectedOf({ collected, waive, signed }: Values, { toCollect }: WaybillDetail) {
  if (collected !== undefined || waive === true || Number(toCollect) <= 0 || !signed) return collected
  const amount = money(toCollect)
  const all = await confirm({
    title: i18n.t('waybills:sign.askTitle', { amount }),
    text: i18n.t('waybills:sign.askText', { amount }),
    yes: i18n.t('waybills:sign.askYes'),
    no: i18n.t('waybills:sign.askNo'),
    danger: true,
  })
  if (!all) throw new Declined()
  return toCollect
}

type CollectedProps = { id?: string; value?: string; onChange?: (amount: string | undefined) => void; due: string }

/** Empty until somebody types what was received, or takes all of it. */
function CollectedInput({ due, value, onChange, ...rest }: CollectedProps) {
  const { t } = useTranslation('waybills')
  return (
    <Space.Compact block>
      <MoneyInput {...rest} value={value} onChange={onChange} placeholder={money(due)} />
      <Button aria-label={t('sign.fillFull', { amount: money(due) })} onClick={() => onChange?.(due)}>
        {t('sign.full')}
      </Button>
    </Space.Compact>
  )
}

/** What is asked depends on what is typed: a reason for what is refused, a word on what is left. */
function SignFields({ detail, there }: { detail: WaybillDetail; there: number }) {
  const { t } = useTranslation('waybills')
  // What of the amount at the door is not the goods' price.
  const freight = (Number(detail.toCollect) - Number(detail.codAmount)).toFixed(2)
  const mayWaive = useRight('waiveCollection').edit
  const signed = Number(Form.useWatch('signed') ?? 0)
  const refused = Number(Form.useWatch('refused') ?? 0)
  const short = there - signed - refused
  return (
    <>
      <FormSection title={t('sign.there', { count: there })} columns={2}>
        <Field name="signed" label={t('sign.signed')}>
          <IntegerInput />
        </Field>
        <Field name="refused" label={t('sign.refused')} hint={signed === 0 ? t('sign.allRefused') : undefined}>
          <IntegerInput />
        </Field>
        {refused > 0 && (
          <Field name="refuseReason" label={t('sign.refuseReason')} span={2} required>
            <Input maxLength={200} />
          </Field>
        )}
        {short > 0 && (
          <Field
            name="shortType"
            label={t('sign.shortType')}
            hint={t('sign.short', { count: short })}
            span={2}
            required
          >
            <Choice type="abnormalType" />
          </Field>
        )}
      </FormSection>
      <FormSection columns={2}>
        <Field name="signer" label={t('sign.signer')}>
          <Input maxLength={60} />
        </Field>
        <Field name="signedAt" label={t('sign.at')}>
          <MomentInput />
        </Field>
        {Number(detail.toCollect) > 0 && signed > 0 && (
          <>
            <Field
              name="collected"
              label={t('sign.collected')}
              hint={
                Number(freight) > 0
                  ? t('sign.dueBoth', { freight: money(freight), cod: money(detail.codAmount) })
                  : `${t('sign.cod')} ${money(detail.codAmount)}`
              }
            >
              <CollectedInput due={detail.toCollect} />
            </Field>
            {mayWaive && (
              <Field name="waive" label={t('sign.waive')} valuePropName="checked">
                <Checkbox />
              </Field>
            )}
          </>
        )}
        <Field name="files" label={t('sign.photos')} span={2} contract={false}>
          <FileInput max={5} accept="image/*" />
        </Field>
      </FormSection>
    </>
  )
}
