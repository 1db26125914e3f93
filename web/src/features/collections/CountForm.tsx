import { useQuery } from '@tanstack/react-query'
import { countHandIn, getHandIn } from '@xunyun/contract/collections/calls'
import { accountKindsOf } from '@xunyun/contract/collections/states'
import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal, isFigure, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { getCashAccountChoices } from '@xunyun/contract/money/accounts'
import { byDue } from '@xunyun/contract/payments/allocate'
import { getOpenCharges } from '@xunyun/contract/payments/calls'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { q } from '../../shared/api/query.ts'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { MoneyInput } from '../../shared/form/inputs.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useRight } from '../../shared/session/session.ts'
import { dotted, money } from '../../shared/ui/format.ts'
import { toast } from '../../shared/ui/toasts.ts'
import styles from './Collections.module.css'
import { type Deducted, DeductLines, sentDeductions } from './DeductLines.tsx'
import { collectionPaths } from './paths.ts'

type Values = {
  readonly lines: readonly { readonly channel: string; readonly amount?: string; readonly cashAccountId?: number }[]
  readonly offsets?: Deducted
  readonly remark?: string
}

type Props = {
  readonly id: number
  readonly no: string
  /** Begun with what its holder is owed set off, as far as it holds it: these charges, or by due date. */
  readonly deduct?: { readonly chargeIds?: readonly number[] } | undefined
  readonly onClose: () => void
}

/** 核收: what is there of each channel, counted, and the account it goes into. */
export function CountForm({ id, no, deduct, onClose }: Props) {
  const { t } = useTranslation('collections')
  const language = useLanguage()
  const found = useQuery({ ...q(getHandIn, { id }), staleTime: 0 })
  const count = useAction(countHandIn, { refresh: collectionPaths })
  const lines = found.data?.lines
  const { holderKind, holderId } = found.data ?? {}
  const seesDebts = useRight('payment').browse
  const isCarrier = holderKind === 'company' && seesDebts
  const owed = useQuery({
    ...q(getOpenCharges, { direction: 'payment', companyId: holderId ?? 0 }),
    enabled: isCarrier,
    staleTime: 0,
  })
  const mayPayEarly = useRight('payEarly').edit
  const offsets =
    deduct && owed.data && found.data
      ? byDue(
          owed.data.charges.filter(
            ({ chargeId, due }) => (due !== null || mayPayEarly) && (deduct.chargeIds?.includes(chargeId) ?? true),
          ),
          found.data.due,
        )
      : undefined
  // Nothing of it is left to be counted.
  const isAll =
    offsets !== undefined &&
    compareDecimal(sumDecimals(['0', ...Object.values(offsets)], 2), found.data?.due ?? '0') === 0
  const hasCash = lines?.some(({ channel }) => channel === 'cash') ?? false
  const tills = useQuery({
    ...q(getCashAccountChoices, { kinds: ['cash'], outletId: found.data?.outletId ?? 0 }),
    enabled: hasCash,
  })
  const [one, another] = tills.data ?? []
  const till = another === undefined ? one?.id : undefined
  return (
    <FormDrawer<Values>
      name={`count-${id}`}
      title={dotted(t('count.title', { no }), found.data?.holderName)}
      submitLabel={t('act.count')}
      width={640}
      call={countHandIn}
      initial={
        lines === undefined || (hasCash && tills.isLoading) || (deduct && isCarrier && owed.isLoading)
          ? undefined
          : {
              lines: lines.map(({ channel }) => ({
                channel,
                ...(channel === 'cash' && till ? { cashAccountId: till } : {}),
                ...(isAll ? { amount: '0.00' } : {}),
              })),
              ...(offsets ? { offsets } : {}),
              ...(found.data?.remark ? { remark: found.data.remark } : {}),
            }
      }
      onSubmit={async ({ lines: typed, offsets, remark }, options) => {
        const sent = (lines ?? []).map(({ channel }, at) => ({
          ...typed[at],
          channel,
          amount: typed[at]?.amount ?? '',
        }))
        const { difference } = await count.run(
          {
            id,
            version: found.data?.version ?? 0,
            lines: sent as never,
            ...(offsets ? { offsets: sentDeductions(offsets) } : {}),
            remark,
          },
          options,
        )
        toast.success(
          compareDecimal(difference, '0') === 0 ? t('count.even') : t('count.differs', { amount: money(difference) }),
        )
      }}
      onClose={onClose}
    >
      {lines?.map(({ channel, due }, at) => (
        <FormSection key={channel} title={wordFor('payChannel', channel, language)} columns={2}>
          <Counted at={at} channel={channel} due={due} />
        </FormSection>
      ))}
      {isCarrier && owed.data && owed.data.charges.length > 0 && (
        <FormSection title={t('count.offsets')} columns={1}>
          <Form.Item name="offsets" noStyle>
            <DeductLines name="offsets" charges={owed.data.charges} gross={found.data?.due ?? '0'} fees="0.00" />
          </Form.Item>
        </FormSection>
      )}
      <FormSection columns={1}>
        <Field name="remark" label={t('handIn.remark')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={300} />
        </Field>
        {found.data && compareDecimal(found.data.straight, '0') > 0 && (
          <p>{t('count.straight', { amount: money(found.data.straight) })}</p>
        )}
        <Sum due={found.data?.due ?? '0'} />
      </FormSection>
    </FormDrawer>
  )
}

/** Of one channel: how much, and into which account of its kind; where nothing is there, into none. */
function Counted({ at, channel, due }: { readonly at: number; readonly channel: string; readonly due: string }) {
  const { t } = useTranslation('collections')
  const amount = Form.useWatch(['lines', at, 'amount']) as string | undefined
  const isNothing = isFigure(amount) && compareDecimal(amount, '0') === 0
  const kinds = accountKindsOf(channel)
  return (
    <>
      <Field
        name={['lines', at, 'amount']}
        label={t('handIn.counted')}
        hint={t('count.due', { amount: money(due) })}
        required
      >
        <MoneyInput />
      </Field>
      <Field name={['lines', at, 'cashAccountId']} label={t('count.account')} required={!isNothing}>
        <Lookup call={getCashAccountChoices} {...(kinds ? { input: { kinds } } : {})} />
      </Field>
    </>
  )
}

/** What was counted so far, against what is due. */
function Sum({ due }: { due: string }) {
  const { t } = useTranslation('collections')
  const lines = (Form.useWatch('lines') ?? []) as Values['lines']
  const offsets = sentDeductions((Form.useWatch('offsets') ?? {}) as Deducted)
  const counted = sumDecimals(
    ['0', ...lines.map(({ amount }) => (isFigure(amount) ? amount : '0')), ...offsets.map(({ amount }) => amount)],
    2,
  )
  const difference = sumDecimals([counted, `-${due}`], 2)
  // Nothing is short before somebody has counted.
  const isTyped = offsets.length > 0 || lines.some(({ amount }) => isFigure(amount))
  return (
    <p className={styles.sum} data-off={(isTyped && compareDecimal(difference, '0') !== 0) || undefined}>
      {t('count.sum', { counted: money(counted), due: money(due), difference: money(difference) })}
    </p>
  )
}
