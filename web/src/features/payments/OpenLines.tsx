import { useQuery } from '@tanstack/react-query'
import { feeName } from '@xunyun/contract/costs/feeName'
import { compareDecimal, Exact, sumDecimals } from '@xunyun/contract/kernel/decimal'
import { type Allocation, byDocuments, byDue, equalTo } from '@xunyun/contract/payments/allocate'
import { getOpenCharges, type OpenCharge, type OpenDocument } from '@xunyun/contract/payments/calls'
import type { PaymentDirection } from '@xunyun/contract/payments/states'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { q } from '../../shared/api/query.ts'
import { useCellErrors } from '../../shared/form/FormFrame.tsx'
import { DecimalInput } from '../../shared/form/inputs.tsx'
import { type LineColumn, LineGrid } from '../../shared/form/LineGrid.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useRight } from '../../shared/session/session.ts'
import { dotted, money } from '../../shared/ui/format.ts'
import { toast } from '../../shared/ui/toasts.ts'
import { ByDocument } from './ByDocument.tsx'
import styles from './Payments.module.css'

export type Party = { readonly companyId?: number; readonly driverId?: number; readonly waybillNo?: string }
/** By charge: what of it is settled now, and whether its rest is rounded off. */
export type Chosen = { readonly amounts: Allocation; readonly roundOff: readonly number[] }
export const nothingChosen: Chosen = { amounts: {}, roundOff: [] }

const isGiven = (amount: string | undefined): amount is string =>
  amount !== undefined && /^-?\d+(\.\d+)?$/.test(amount) && compareDecimal(amount, '0') !== 0

/** What is sent, in the order in which it is shown: what the server says of a line is found again by its place. */
export const sentLines = ({ amounts }: Chosen) =>
  Object.entries(amounts)
    .filter(([, amount]) => isGiven(amount))
    .map(([chargeId, amount]) => ({ chargeId: Number(chargeId), amount: amount as string }))

type Line = { readonly amount: string | undefined; readonly rounded: boolean }
type Props = {
  readonly direction: PaymentDirection
  readonly party: Party | undefined
  /** Yuan to be laid on charges. */
  readonly amount: string
  readonly paymentId?: number | undefined
  /** These alone at first; all that is open by a button. */
  readonly only?: readonly number[] | undefined
  /** The document that it begins with. */
  readonly paper?: OpenDocument | undefined
  readonly mayRoundOff?: boolean
  /** What is said where nothing is open; not given: that all becomes an advance. */
  readonly none?: string
  readonly value?: Chosen
  readonly onChange?: (chosen: Chosen) => void
}

/** What is open of a party, earliest due first, with an amount per line; below it what is left. */
export function OpenLines({
  direction,
  party,
  amount,
  paymentId,
  only,
  paper,
  mayRoundOff = false,
  none,
  value = nothingChosen,
  onChange,
}: Props) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const mayPayEarly = useRight('payEarly').edit
  const mayExceed = useRight('roundOff').edit
  const mayCount = useRight('handIn').approve
  const isAsked = party !== undefined
  const [laidOn, setDocuments] = useState<readonly OpenDocument[]>()
  const documents = laidOn ?? (paper === undefined ? [] : [paper])
  const [isAll, setIsAll] = useState(false)
  const chargeIds = isAll ? undefined : only
  const open = useQuery({
    ...q(getOpenCharges, {
      direction,
      ...party,
      ...(paymentId === undefined ? {} : { paymentId }),
      ...(chargeIds === undefined ? {} : { chargeIds }),
    }),
    enabled: isAsked,
    staleTime: 0,
  })
  const charges = open.data?.charges ?? []
  /** Of those that were chosen elsewhere, what is settled by now or on its way. */
  const gone = (chargeIds?.length ?? 0) - charges.length
  const rows = sentLines(value).map(({ chargeId }) => charges.findIndex((one) => one.chargeId === chargeId))
  const errors = useCellErrors('lines', { rows })
  // What is not due yet is refused to whoever has no right to pay it: it is not filled in for him either.
  const fillable = direction === 'payment' && !mayPayEarly ? charges.filter(({ due }) => due !== null) : charges
  if (!isAsked) return <p className={styles.hint}>{t('form.choose')}</p>

  const settled = sumDecimals(
    sentLines(value).map((line) => line.amount),
    2,
  )
  const left = new Exact(isGiven(amount) ? amount : 0).minus(settled).toFixed(2)
  /** What is rounded off of the charges that are ticked: it closes them beside the money. */
  const rounded = sumDecimals(
    charges.flatMap(({ chargeId, open }) => {
      const laid = value.amounts[chargeId]
      if (!value.roundOff.includes(chargeId) || !isGiven(laid)) return []
      const rest = new Exact(open).minus(laid)
      return rest.greaterThan(0) ? [rest.toFixed(2)] : []
    }),
    2,
  )
  const isRounded = compareDecimal(rounded, '0') > 0
  const lay = (amounts: Allocation | undefined, by: readonly OpenDocument[] = []) => {
    if (amounts === undefined) return toast.info(t('form.noEqual', { amount: money(amount) }))
    setDocuments(by)
    onChange?.({ amounts, roundOff: [] })
  }
  const change = (lines: readonly Line[]) =>
    onChange?.({
      amounts: Object.fromEntries(
        lines.flatMap((line, row) => {
          const id = charges[row]?.chargeId
          return id === undefined || line.amount === undefined ? [] : [[id, line.amount]]
        }),
      ),
      roundOff: lines.flatMap((line, row) => (line.rounded ? (charges[row]?.chargeId ?? []) : [])),
    })
  const shown = (
    key: string,
    title: string,
    cell: (charge: OpenCharge) => React.ReactNode,
    right = false,
  ): LineColumn<Line> => ({
    key,
    title,
    right,
    shown: true,
    render: (_, _set, _props, row) => cell(charges[row] as OpenCharge),
  })
  const short = new Exact(left).negated()
  /** What came in is that little short of what was laid: the largest charge, laid whole, is rounded off by it. */
  const toRound =
    mayRoundOff &&
    isGiven(amount) &&
    short.greaterThan(0) &&
    (mayExceed || short.lessThanOrEqualTo(open.data?.roundOffLimit ?? 0))
      ? charges
          .filter((one) => isWhole(one, value.amounts[one.chargeId]) && short.lessThan(one.open))
          .sort((a, b) => compareDecimal(b.open, a.open))[0]
      : undefined
  const restOf = (line: Line, row: number) =>
    new Exact(charges[row]?.open ?? 0).minus(isGiven(line.amount) ? line.amount : 0)
  const noneText = (draft: string) =>
    compareDecimal(draft, '0') > 0
      ? t('form.noneAgreed', { amount: money(draft) })
      : gone > 0
        ? t('form.noneChosen')
        : t(direction === 'receipt' ? 'form.none' : 'form.nonePay')
  return (
    <div className={styles.open}>
      <div className={styles.tools}>
        <Button size="small" disabled={!isGiven(amount)} onClick={() => lay(byDue(fillable, amount))}>
          {t('form.byDue')}
        </Button>
        <Button size="small" disabled={!isGiven(amount)} onClick={() => lay(equalTo(fillable, amount))}>
          {t('form.equal')}
        </Button>
        {party.companyId !== undefined && (
          <ByDocument
            direction={direction}
            companyId={party.companyId}
            disabled={!isGiven(amount)}
            chosen={documents}
            onChoose={(chosen) =>
              lay(
                byDocuments(
                  charges,
                  chosen.flatMap((one) => one.charges),
                  amount,
                ),
                chosen,
              )
            }
          />
        )}
        <Button size="small" onClick={() => lay({})}>
          {t('form.clear')}
        </Button>
        {chargeIds !== undefined && (
          <Button size="small" onClick={() => setIsAll(true)}>
            {t('form.all')}
          </Button>
        )}
        {open.data && compareDecimal(open.data.advance, '0') > 0 && (
          <span className={styles.hint}>
            {t(direction === 'receipt' ? 'form.advance' : 'form.prepaid', { amount: money(open.data.advance) })}
          </span>
        )}
        {open.data && compareDecimal(open.data.held, '0') > 0 && (
          <span className={styles.hint}>
            {t('form.held', { amount: money(open.data.held) })}{' '}
            <Link to={heldPathOf(party, mayCount ? sentLines(value).map(({ chargeId }) => chargeId) : undefined)}>
              {t(mayCount ? 'form.deduct' : 'form.toHandIn')}
            </Link>
          </span>
        )}
      </div>
      <LineGrid<Line>
        name="lines"
        label={t('form.lines')}
        errors={errors}
        sent={rows}
        numbered
        fixed
        none={open.data && (none ?? noneText(open.data.draft))}
        value={charges.map(({ chargeId }) => ({
          amount: value.amounts[chargeId],
          rounded: value.roundOff.includes(chargeId),
        }))}
        onChange={change}
        columns={[
          shown('ofNo', t('column.ofNo'), ({ ofNo, partyName }) => dotted(ofNo, partyName) || '—'),
          shown('feeItem', t('column.feeItem'), (charge) => feeName(charge, language)),
          shown('day', t('column.chargeDay'), ({ day }) => day),
          shown('due', t('form.due'), ({ due }) => due ?? <span className={styles.hint}>{t('form.notDue')}</span>),
          shown('open', t('column.open'), (one) => money(one.open), true),
          {
            key: 'amount',
            title: t('form.this'),
            right: true,
            className: styles.amount,
            render: (line, set, props) => (
              <DecimalInput {...props} places={2} value={line.amount} onChange={(typed) => set({ amount: typed })} />
            ),
          },
          ...(mayRoundOff
            ? [
                {
                  key: 'roundOff',
                  title: t('form.roundOff'),
                  render: (line, set, _props, row) => {
                    const rest = restOf(line, row)
                    return (
                      isGiven(line.amount) &&
                      rest.greaterThan(0) && (
                        <Checkbox checked={line.rounded} onChange={({ target }) => set({ rounded: target.checked })}>
                          {money(rest.toFixed(2))}
                        </Checkbox>
                      )
                    )
                  },
                } satisfies LineColumn<Line>,
              ]
            : []),
        ]}
        foot={{
          ofNo: `${charges.length}`,
          open: money(open.data?.open ?? '0'),
          amount: money(settled),
        }}
      />
      {open.data?.more && <p className={styles.hint}>{t('form.more')}</p>}
      {open.data && gone > 0 && (
        <p className={styles.hint}>
          {dotted(
            t('form.fewer', { count: chargeIds?.length ?? 0, gone }),
            open.data.onItsWay && t('form.onItsWay', { no: open.data.onItsWay }),
          )}
        </p>
      )}
      <p className={styles.left} data-over={compareDecimal(left, '0') < 0 || undefined}>
        {t('column.amount')} {money(isGiven(amount) ? amount : '0')}
        {isRounded && ` + ${t('form.roundOff')} ${money(rounded)}`} −{' '}
        {isRounded
          ? `${t('form.cleared')} ${money(sumDecimals([settled, rounded], 2))}`
          : `${t('column.allocated')} ${money(settled)}`}{' '}
        = <b>{money(left)}</b>{' '}
        {compareDecimal(left, '0') < 0
          ? t('form.over')
          : compareDecimal(left, '0') > 0
            ? t(direction === 'receipt' ? 'form.toAdvance' : 'form.toPrepaid')
            : ''}
        {toRound && (
          <Button
            size="small"
            onClick={() =>
              onChange?.({
                amounts: { ...value.amounts, [toRound.chargeId]: short.negated().plus(toRound.open).toFixed(2) },
                roundOff: [...value.roundOff, toRound.chargeId],
              })
            }
          >
            {t('form.roundOffRest', { amount: money(short.toFixed(2)) })}
          </Button>
        )}
      </p>
    </div>
  )
}

const isWhole = ({ open }: OpenCharge, laid: string | undefined): boolean =>
  laid !== undefined && isGiven(laid) && compareDecimal(laid, open) === 0

/** Where what a carrier holds is counted; begun with the deduction, of these charges if some are laid. */
function heldPathOf({ companyId }: Party, chargeIds: readonly number[] | undefined): string {
  const page = `${pathTo('handIn')}?tab=toHandIn&companyId=${companyId}`
  if (chargeIds === undefined) return page
  return `${page}&deduct=${companyId}${chargeIds.length === 0 ? '' : `&charges=${chargeIds.join(',')}`}`
}
