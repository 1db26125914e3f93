import { useQuery } from '@tanstack/react-query'
import { abilityTo, isAble } from '@xunyun/contract/kernel/ability'
import { compareTyped } from '@xunyun/contract/kernel/decimal'
import { getWaybillCharges, priceWaybill, type WaybillCharges } from '@xunyun/contract/waybills/charges'
import { Button, Input, Tooltip } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useAction } from '../../shared/action/useAction.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { fieldMessages } from '../../shared/api/fieldErrors.ts'
import { q } from '../../shared/api/query.ts'
import { Facts } from '../../shared/detail/Facts.tsx'
import { RecordSheet, RecordState } from '../../shared/detail/RecordSheet.tsx'
import { enterGoesOn } from '../../shared/form/enter.ts'
import { mayDiscard, useSaveKey } from '../../shared/form/FormDrawer.tsx'
import { useSession } from '../../shared/session/session.ts'
import { useTab } from '../../shared/tabs/useTab.ts'
import { dateTime, money, weight } from '../../shared/ui/format.ts'
import { ChargeLines } from './ChargeLines.tsx'
import styles from './Charges.module.css'
import { FeesEditor } from './FeesEditor.tsx'
import { type FeeDraft, feesOf } from './fees.ts'
import { chargePaths } from './paths.ts'
import { priceTones } from './priceColumns.tsx'

type Props = { id: number; no: string; onClose: () => void }

/** One price: what is charged and why, and, while it may change, other fees. */
export function PriceDrawer({ id, no, onClose }: Props) {
  const charges = useQuery(q(getWaybillCharges, { id }))
  const dirty = useRef(false)
  const leave = async () => {
    if (!dirty.current || (await mayDiscard(no))) onClose()
  }
  return (
    <RecordSheet
      of={charges}
      width={760}
      onClose={() => void leave()}
      title={<Link to={pathTo('waybill', { no })}>{no}</Link>}
      state={({ priceState }) => <RecordState words="priceState" of={priceState} tones={priceTones} struck={false} />}
    >
      {(data) => (
        <>
          <PriceFacts data={data} />
          <ChargeLines charges={data.charges} />
          <Pricing
            data={data}
            fetchAnew={async () => (await charges.refetch()).data?.version}
            onDirty={(now) => {
              dirty.current = now
            }}
            onClose={onClose}
          />
        </>
      )}
    </RecordSheet>
  )
}

export function PriceFacts({ data }: { data: WaybillCharges }) {
  const { t } = useTranslation('waybills')
  const isCustomer = useSession((session) => session.userInfo?.scope === 'customer')
  return (
    <>
      {data.priceNote && (
        <p className={styles.note} role="status">
          {t('price.sentBack', { note: data.priceNote })}
        </p>
      )}
      <Facts
        columns={4}
        facts={[
          { label: t('column.receivable'), value: <b>{money(data.receivable)}</b> },
          !isCustomer && { label: t('column.quoted'), value: data.quoted === null ? null : money(data.quoted) },
          { label: t('column.chargeWeight'), value: weight(data.chargeWeight) },
          data.priceState === 'pending' && !isCustomer
            ? { label: t('price.waitsFor'), value: data.waitsFor }
            : {
                label: t('column.confirmedAt'),
                value: data.confirmedAt === null ? null : `${dateTime(data.confirmedAt)} ${data.confirmedByName ?? ''}`,
              },
        ]}
      />
    </>
  )
}

const feesBefore = ({ charges }: WaybillCharges): readonly FeeDraft[] =>
  charges.filter(({ source }) => source === 'manual').map(({ feeItem, amount }) => ({ feeItem, amount }))

type PricingProps = {
  data: WaybillCharges
  /** Reloads after a conflict; returns the current version. */
  fetchAnew: () => Promise<number | undefined>
  onDirty: (dirty: boolean) => void
  onClose: () => void
}

/** Why the price can't be set now, or the form that sets it. */
function Pricing({ data, fetchAnew, onDirty, onClose }: PricingProps) {
  const { t } = useTranslation('waybills')
  const { visible } = useTab()
  const ability = abilityTo(data, 'price')
  // Until something is typed the fees are those charged now, whoever changed them last; from then on they are mine, for
  // the version that was in sight.
  const [typed, setTyped] = useState<readonly FeeDraft[]>()
  const [version, setVersion] = useState<number>()
  const fees = typed ?? feesBefore(data)
  const begin = () => {
    setVersion((before) => before ?? data.version)
    onDirty(true)
  }
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<ReadonlyMap<number, string>>(new Map())
  const price = useAction(priceWaybill, {
    refresh: chargePaths,
    success: ({ priceState }) => t(priceState === 'pending' ? 'price.sentToReview' : 'price.priced'),
  })
  const lines = feesOf(fees)
  const freight = lines.find(({ feeItem }) => feeItem === 'freight')
  const review =
    lines.some(({ feeItem }) => feeItem !== 'freight') ||
    (freight !== undefined && (data.quoted === null || compareTyped(freight.amount, data.quoted) !== 0))
  const send = async () => {
    if (price.pending) return
    setErrors(new Map())
    try {
      await price.run({
        id: data.waybillId,
        version: version ?? data.version,
        charges: lines,
        reason: reason.trim() || undefined,
      })
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) return
      // The charges above are shown as they are now; what was typed stays below, to be compared and sent again.
      if (error.reason === 'kernel.stale') setVersion(await fetchAnew())
      const said = await fieldMessages(error)
      setErrors(
        new Map(
          said.flatMap(({ name, errors: [first] }) =>
            name[0] === 'charges' && first ? [[Number(name[1]), first]] : [],
          ),
        ),
      )
    }
  }
  useSaveKey(visible && isAble(data, 'price'), () => void send())
  if (!ability) return null
  if (ability.reason !== undefined) return <p className={styles.quiet}>{ability.reason}</p>
  return (
    <section className={styles.pricing} {...enterGoesOn}>
      <h3>{t('price.title')}</h3>
      <FeesEditor
        value={fees}
        onChange={(change) => {
          setTyped((now) => change(now ?? feesBefore(data)))
          begin()
        }}
        quoted={data.quoted}
        errors={errors}
      />
      {review && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the input inside is the control
        <label className={styles.reason}>
          <span>{t('price.reason')}</span>
          <Input.TextArea
            autoSize={{ minRows: 1, maxRows: 4 }}
            maxLength={300}
            value={reason}
            onChange={(event) => {
              setReason(event.target.value)
              begin()
            }}
          />
        </label>
      )}
      <div className={styles.send}>
        <Tooltip title={review ? t('price.reviewHint') : undefined}>
          <Button type="primary" data-commit loading={price.pending} onClick={() => void send()}>
            {t(review ? 'price.submit' : 'price.take')}
          </Button>
        </Tooltip>
      </div>
    </section>
  )
}
