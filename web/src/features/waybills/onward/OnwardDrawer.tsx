import { useQuery } from '@tanstack/react-query'
import { getOutletChoices } from '@xunyun/contract/companies/calls'
import type { StoredFile } from '@xunyun/contract/system/files'
import { getWaybill, type WaybillDetail } from '@xunyun/contract/waybills/calls'
import { abandonPieces, findPieces, losePieces, readdressWaybill, sendOnward } from '@xunyun/contract/waybills/onward'
import { methodsFor } from '@xunyun/contract/waybills/payments'
import { Checkbox, Form, Input, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { pathTo } from '../../../paths.ts'
import { useAction } from '../../../shared/action/useAction.ts'
import { api } from '../../../shared/api/api.ts'
import { Choice } from '../../../shared/form/Choice.tsx'
import { FileInput } from '../../../shared/form/FileInput.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { IntegerInput, MoneyInput } from '../../../shared/form/inputs.tsx'
import { known, Lookup } from '../../../shared/form/Lookup.tsx'
import { toast } from '../../../shared/ui/toasts.ts'
import { PartyFields } from '../PartyFields.tsx'

export type OnwardKind = 'sendOnward' | 'readdress' | 'abandon' | 'lose' | 'find'
type Props = { readonly detail: WaybillDetail; readonly onClose: () => void }
const refresh = ['/api/Waybills/', '/api/Dispatch/', '/api/W_Track/', '/api/Cases/']

/** What becomes of pieces that cannot be delivered as they were to be. */
export function OnwardDrawer({ kind, id, onClose }: { kind: OnwardKind; id: number; onClose: () => void }) {
  const detail = useQuery({
    queryKey: [getWaybill.path, 'onward', id],
    queryFn: ({ signal }) => api(getWaybill, { id, no: undefined }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  if (!detail.data) return null
  const Drawer = drawers[kind]
  return <Drawer detail={detail.data} onClose={onClose} />
}

const places = {
  resting: ['refused', 'outlet', 'pickup'],
  open: ['refused', 'outlet', 'pickup', 'shipper', 'arrangement', 'refusedOut'],
} as const

/** Where pieces are free to go, and how many. */
function usePlaces(detail: WaybillDetail, which: keyof typeof places) {
  const { t } = useTranslation('waybills')
  return detail.places
    .filter(({ place, pieces, planned }) => pieces > planned && places[which].some((one) => one === place))
    .sort((one, other) => places[which].indexOf(one.place as 'outlet') - places[which].indexOf(other.place as 'outlet'))
    .map(({ place, placeId, name, pieces, planned }) => ({
      value: `${place}:${placeId}`,
      label: `${t(`onward.place.${place as 'outlet'}`)} ${name} · ${t('track.pieces', { count: pieces - planned })}`,
      free: pieces - planned,
    }))
}

function PlaceFields({ options }: { options: ReturnType<typeof usePlaces> }) {
  const { t } = useTranslation('waybills')
  const form = Form.useFormInstance()
  return (
    <>
      <Field name="from" label={t('onward.from')} span={2}>
        <Choice
          options={options}
          onChange={(value: string) =>
            form.setFieldsValue({ pieces: options.find((one) => one.value === value)?.free })
          }
        />
      </Field>
      <Field name="pieces" label={t('column.pieces')}>
        <IntegerInput />
      </Field>
    </>
  )
}

type SendValues = {
  relation: 'return' | 'forward'
  from: string
  pieces: number
  consignee?: object
  customerId?: number
  deliveryWay?: string
  payMethod: string
  fee?: string
  codAmount?: string
  withReceipt?: boolean
  reason: string
}

/** 返货 to the shipper, or 转寄 to somebody else, as a waybill of their own. */
function SendDrawer({ detail, onClose }: Props) {
  const { t } = useTranslation('waybills')
  const navigate = useNavigate()
  const send = useAction(sendOnward, { refresh })
  const options = usePlaces(detail, 'resting')
  return (
    <FormDrawer<SendValues>
      name={`onward-${detail.id}`}
      title={t('onward.title', { no: detail.waybillNo })}
      submitLabel={t('onward.send')}
      width={720}
      call={sendOnward}
      initial={{
        relation: 'return',
        from: options[0]?.value,
        pieces: options[0]?.free,
        deliveryWay: 'delivery',
        payMethod: detail.customerId === null ? 'collect' : 'monthly',
        customerId: detail.customerId ?? undefined,
      }}
      onSubmit={async ({ customerId: _, fee, consignee, codAmount, ...values }, { key }) => {
        const { waybillNo } = await send.run(
          {
            id: detail.id,
            version: detail.version,
            ...values,
            deliveryWay: values.deliveryWay as 'delivery',
            payMethod: values.payMethod as 'monthly',
            consignee: values.relation === 'forward' ? (consignee as never) : undefined,
            codAmount: values.relation === 'forward' ? codAmount : undefined,
            charges:
              fee === undefined
                ? undefined
                : [{ feeItem: values.relation === 'return' ? 'return' : 'freight', amount: fee, taxRate: undefined }],
            withReceipt: values.withReceipt ?? false,
          } as never,
          { key },
        )
        toast.success(t('onward.sent', { no: waybillNo }))
        void navigate(pathTo('waybill', { no: waybillNo }))
      }}
      onClose={onClose}
    >
      <SendFields detail={detail} options={options} />
    </FormDrawer>
  )
}

const addressOf = ({ company, name, phone, regionName, address }: WaybillDetail['shipper']) =>
  [company ?? name, company === null ? null : name, phone, regionName, address].filter((part) => part).join(' ')

function SendFields({ detail, options }: { detail: WaybillDetail; options: ReturnType<typeof usePlaces> }) {
  const { t } = useTranslation('waybills')
  const form = Form.useFormInstance<SendValues>()
  const relation = Form.useWatch('relation', form)
  const isForward = relation === 'forward'
  return (
    <>
      <FormSection columns={2}>
        <Field
          name="relation"
          label={t('onward.relation')}
          span={2}
          hint={isForward ? undefined : t('onward.returnsTo', { to: addressOf(detail.shipper) })}
        >
          <Segmented
            options={[
              { value: 'return', label: t('relation.return') },
              { value: 'forward', label: t('relation.forward') },
            ]}
          />
        </Field>
        <PlaceFields options={options} />
        <Field name="deliveryWay" label={t('column.deliveryWay')}>
          <Choice type="deliveryWay" />
        </Field>
        <Field
          name="fee"
          label={isForward ? t('column.freight') : t('onward.returnFee')}
          contract={false}
          hint={t('onward.feeHint')}
        >
          <MoneyInput />
        </Field>
        <Field name="payMethod" label={t('column.payMethod')}>
          <Choice type="payMethod" only={methodsFor(detail.customerId === null)} />
        </Field>
        {isForward && (
          <Field name="codAmount" label={t('column.codAmount')}>
            <MoneyInput />
          </Field>
        )}
        <Field name="withReceipt" label={t('onward.withReceipt')} valuePropName="checked" contract={false}>
          <Checkbox />
        </Field>
        <Field name="reason" label={t('onward.reason')} span={2}>
          <Input maxLength={200} />
        </Field>
      </FormSection>
      {isForward && <PartyFields side="consignee" />}
    </>
  )
}

type ReaddressValues = { consignee: object; customerId?: number; fee?: string; reason: string }

/** 改址 of what is not yet signed; of a confirmed price it goes to review. */
function ReaddressDrawer({ detail, onClose }: Props) {
  const { t } = useTranslation('waybills')
  const readdress = useAction(readdressWaybill, { refresh: [...refresh, '/api/Approvals/'] })
  const isConfirmed = detail.priceState === 'confirmed'
  const { company, name, phone, region, address } = detail.consignee
  return (
    <FormDrawer<ReaddressValues>
      name={`readdress-${detail.id}`}
      title={t('onward.readdressTitle', { no: detail.waybillNo })}
      submitLabel={isConfirmed ? t('onward.readdressAsk') : t('act.readdress')}
      width={720}
      call={readdressWaybill}
      initial={{
        consignee: { company: company ?? undefined, name, phone, region, address },
        customerId: detail.customerId ?? undefined,
      }}
      onSubmit={async ({ customerId: _, ...values }, { key }) => {
        const { reviewed } = await readdress.run({ id: detail.id, version: detail.version, ...values } as never, {
          key,
        })
        toast.success(reviewed ? t('onward.readdressSent') : t('onward.readdressed'))
      }}
      onClose={onClose}
    >
      <PartyFields side="consignee" />
      <FormSection columns={2}>
        {!isConfirmed && (
          <Field name="fee" label={t('onward.readdressFee')}>
            <MoneyInput />
          </Field>
        )}
        <Field
          name="reason"
          label={t('onward.reason')}
          span={2}
          hint={isConfirmed ? t('onward.readdressConfirmed') : undefined}
        >
          <Input maxLength={200} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}

/** 弃货, with the shipper's consent. */
function AbandonDrawer({ detail, onClose }: Props) {
  const { t } = useTranslation('waybills')
  const abandon = useAction(abandonPieces, { success: t('onward.abandoned'), refresh })
  const options = usePlaces(detail, 'resting')
  return (
    <FormDrawer<{ from: string; pieces: number; reason: string; files?: readonly StoredFile[] }>
      name={`abandon-${detail.id}`}
      title={t('onward.abandonTitle', { no: detail.waybillNo })}
      submitLabel={t('act.abandon')}
      width={560}
      call={abandonPieces}
      initial={{ from: options[0]?.value, pieces: options[0]?.free }}
      onSubmit={({ files, ...values }, { key }) =>
        abandon.run(
          { id: detail.id, version: detail.version, ...values, files: (files ?? []).map(({ FileID }) => FileID) },
          { key },
        )
      }
      onClose={onClose}
    >
      <FormSection columns={2}>
        <PlaceFields options={options} />
        <Field name="reason" label={t('onward.reason')} span={2}>
          <Input maxLength={200} />
        </Field>
        <Field name="files" label={t('onward.consent')} span={2} contract={false} required>
          <FileInput max={5} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}

/** 丢失: from wherever they were last. */
function LoseDrawer({ detail, onClose }: Props) {
  const { t } = useTranslation('waybills')
  const lose = useAction(losePieces, { success: t('onward.lost'), refresh })
  const options = usePlaces(detail, 'open')
  return (
    <FormDrawer<{ from: string; pieces: number; text: string }>
      name={`lose-${detail.id}`}
      title={t('onward.loseTitle', { no: detail.waybillNo })}
      submitLabel={t('act.lose')}
      width={560}
      call={losePieces}
      initial={{ from: options[0]?.value, pieces: options[0]?.free }}
      onSubmit={(values, { key }) => lose.run({ id: detail.id, version: detail.version, ...values }, { key })}
      onClose={onClose}
    >
      <FormSection columns={2}>
        <PlaceFields options={options} />
        <Field name="text" label={t('onward.what')} span={2}>
          <Input.TextArea rows={3} maxLength={300} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}

/** 找回: they lie at an outlet again. */
function FindDrawer({ detail, onClose }: Props) {
  const { t } = useTranslation('waybills')
  const find = useAction(findPieces, { success: t('onward.found'), refresh })
  const lost = detail.places.filter(({ place }) => place === 'lost').reduce((sum, { pieces }) => sum + pieces, 0)
  return (
    <FormDrawer<{ outletId: number; pieces: number; text?: string }>
      name={`find-${detail.id}`}
      title={t('onward.findTitle', { no: detail.waybillNo })}
      submitLabel={t('act.find')}
      width={480}
      call={findPieces}
      initial={{ pieces: lost, outletId: detail.outletId }}
      onSubmit={(values, { key }) =>
        find.run({ id: detail.id, version: detail.version, ...values, text: values.text }, { key })
      }
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="outletId" label={t('onward.foundAt')}>
          <Lookup call={getOutletChoices} known={known(detail.outletId, detail.outletName)} />
        </Field>
        <Field name="pieces" label={t('column.pieces')}>
          <IntegerInput />
        </Field>
        <Field name="text" label={t('onward.what')}>
          <Input maxLength={300} />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}

const drawers: Readonly<Record<OnwardKind, (props: Props) => React.ReactNode>> = {
  sendOnward: SendDrawer,
  readdress: ReaddressDrawer,
  abandon: AbandonDrawer,
  lose: LoseDrawer,
  find: FindDrawer,
}
