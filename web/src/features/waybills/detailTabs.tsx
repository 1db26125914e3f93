import { wordFor } from '@xunyun/contract/dictionary'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import type { WaybillDetail } from '@xunyun/contract/waybills/calls'
import { Phone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { documentPlace } from '../../documentPaths.ts'
import { pathTo } from '../../paths.ts'
import { DetailSection } from '../../shared/detail/DetailPage.tsx'
import { Facts } from '../../shared/detail/Facts.tsx'
import table from '../../shared/detail/Lines.module.css'
import { LinesTable } from '../../shared/detail/LinesTable.tsx'
import { useLanguage } from '../../shared/i18n/useLanguage.ts'
import { useRight } from '../../shared/session/session.ts'
import { dateTime, figure, money, volume, weight } from '../../shared/ui/format.ts'
import { Empty } from '../../shared/ui/Notice.tsx'
import { StateTag } from '../../shared/ui/StateTag.tsx'
import styles from './Detail.module.css'
import { LegsTable } from './LegsTable.tsx'
import { Strands } from './Strands.tsx'

type Props = { detail: WaybillDetail }

/** What is paid at the door, and by which channel. */
const paidParts = [
  ['freight', 'freightChannel'],
  ['cod', 'codChannel'],
] as const

/** Where the pieces are, the parties, and what was agreed. */
export function BasicTab({ detail }: Props) {
  const { t } = useTranslation('waybills')
  const language = useLanguage()
  const word = (type: Parameters<typeof wordFor>[0], code: string) => wordFor(type, code, language)
  const mayCases = useRight('abnormalList').browse
  const moment = (at: string | null) => (at === null ? null : dateTime(at))
  return (
    <>
      <DetailSection title={t('detail.way')}>
        <Strands detail={detail} />
      </DetailSection>
      <DetailSection>
        <div className={styles.parties}>
          <Party label={t('detail.shipper')} party={detail.shipper} />
          <Party label={t('detail.consignee')} party={detail.consignee} />
        </div>
      </DetailSection>
      <DetailSection>
        <Facts
          columns={5}
          facts={[
            { label: t('column.customer'), value: detail.customerName ?? t('filter.walkIn'), span: 2 },
            { label: t('column.customerNo'), value: detail.customerNo },
            { label: t('column.bizDate'), value: detail.bizDate },
            { label: t('column.outlet'), value: detail.outletName },
            { label: t('column.destOutlet'), value: detail.destName },
            {
              label: t('column.transMode'),
              value: `${word('transMode', detail.transMode)} · ${word('serviceType', detail.serviceType)}`,
            },
            { label: t('column.carriage'), value: word('carriage', detail.carriage) },
            { label: t('column.pickupWay'), value: word('pickupWay', detail.pickupWay) },
            { label: t('column.deliveryWay'), value: word('deliveryWay', detail.deliveryWay) },
            {
              label: t('column.receiptRequirement'),
              value: `${word('receiptRequirement', detail.receiptRequirement)}${detail.receiptCopies > 0 ? ` × ${detail.receiptCopies}` : ''}`,
            },
            detail.related.length > 0 && {
              label: t('onward.related'),
              value: <Related of={detail.related} />,
              span: 2,
            },
            { label: t('column.planPickup'), value: moment(detail.planPickup) },
            { label: t('column.planArrive'), value: moment(detail.planArrive) },
            { label: t('detail.volM3'), value: volume(detail.volume) },
            { label: t('detail.codYuan'), value: money(detail.codAmount) },
            { label: t('detail.declaredYuan'), value: money(detail.declaredValue) },
            { label: t('column.source'), value: word('waybillSource', detail.source) },
            detail.clerkName !== null && { label: t('column.clerk'), value: detail.clerkName },
            detail.salesmanName !== null && { label: t('column.salesman'), value: detail.salesmanName },
            { label: t('column.remarkCustomer'), value: detail.remarkCustomer, span: 2 },
            detail.remarkInternal !== null && {
              label: t('column.remarkInternal'),
              value: detail.remarkInternal,
              span: 2,
            },
          ]}
        />
      </DetailSection>
      {detail.signings.length > 0 && (
        <DetailSection title={t('detail.signings')}>
          <ul className={styles.lines}>
            {detail.signings.map((one) => (
              <li key={one.signedAt + one.signer + one.refused}>
                <time>{dateTime(one.signedAt)}</time>
                <span>
                  {[
                    one.signed > 0 && t('detail.signedLine', { signer: one.signer, signed: figure(one.signed) }),
                    one.refused > 0 &&
                      t('detail.refusedLine', { refused: figure(one.refused), reason: one.refuseReason ?? '' }),
                    one.damaged > 0 && t('detail.damagedLine', { count: one.damaged }),
                    one.noCodeReason !== null && t('pickup.noCode', { reason: one.noCodeReason }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  {one.waived
                    ? ` · ${t('detail.waivedLine')}`
                    : // By its parts where they are known: the sum of them would be a second name of the same money.
                      compareDecimal(one.collected, '0') > 0 &&
                      paidParts.every(([, channel]) => one[channel] === null) &&
                      ` · ${t('detail.collectedLine', { amount: money(one.collected) })}`}
                  {paidParts.map(
                    ([part, channel]) =>
                      one[channel] !== null &&
                      ` · ${t(`detail.paidLine.${part}`, { amount: money(one[part]), channel: word('payChannel', one[channel]) })}`,
                  )}
                </span>
              </li>
            ))}
          </ul>
        </DetailSection>
      )}
      {detail.abnormals.length > 0 && (
        <DetailSection title={t('detail.abnormals')}>
          <ul className={styles.lines}>
            {detail.abnormals.map((one) => (
              <li key={one.id}>
                <time>{dateTime(one.happenedAt)}</time>
                <span>
                  {mayCases ? (
                    <Link to={documentPlace(one.abnormalNo)?.to ?? '.'}>{one.abnormalNo}</Link>
                  ) : (
                    one.abnormalNo
                  )}{' '}
                  · {t('detail.abnormalLine', { type: word('abnormalType', one.type), pieces: figure(one.pieces) })}
                  {one.text && ` · ${one.text}`}
                </span>
                <StateTag tone={one.state === 'closed' ? 'green' : 'red'}>{word('abnormalState', one.state)}</StateTag>
              </li>
            ))}
          </ul>
        </DetailSection>
      )}
    </>
  )
}

function Party({ label, party }: { label: string; party: WaybillDetail['shipper'] }) {
  return (
    <div className={styles.party}>
      <span className={styles.side}>{label}</span>
      <div>
        <div>
          {party.name} <span className={styles.phone}>{party.phone}</span>{' '}
          <a href={`tel:${party.phone}`} aria-label={party.phone} className={styles.call}>
            <Phone size={14} strokeWidth={1.75} />
          </a>
        </div>
        {party.company && <div>{party.company}</div>}
        <div className={styles.address}>
          {party.regionName.replaceAll(' ', '')}
          {party.address}
        </div>
      </div>
    </div>
  )
}

/** What it was made of, or what was made of its pieces. */
function Related({ of }: { of: WaybillDetail['related'] }) {
  const { t } = useTranslation('waybills')
  const language = useLanguage()
  return (
    <>
      {of.map(({ waybillNo, relation, pieces, isParent, state }) => (
        <div key={waybillNo}>
          {isParent ? t('onward.cameFrom') : t(`relation.${relation}`)}{' '}
          <Link to={pathTo('waybill', { no: waybillNo })}>{waybillNo}</Link> {t('track.pieces', { count: pieces })}
          {state === 'cancelled' && (
            <>
              {' '}
              <StateTag tone="grey" struck>
                {wordFor('waybillState', state, language)}
              </StateTag>
            </>
          )}
        </div>
      ))}
    </>
  )
}

/** The goods, and where their pieces are now. */
export function GoodsTab({ detail }: Props) {
  const { t } = useTranslation('waybills')
  const language = useLanguage()
  return (
    <>
      <DetailSection title={t('detail.goods')}>
        <LinesTable
          label={t('detail.goods')}
          rows={detail.goods}
          keyOf={({ seq }) => seq}
          columns={[
            [t('detail.seq'), ({ seq }) => <span className={table.quiet}>{seq}</span>],
            [t('column.goodsName'), (line) => line.name],
            [t('detail.type'), (line) => wordFor('goodsType', line.type, language)],
            [t('detail.package'), (line) => wordFor('package', line.package, language)],
            [t('column.pieces'), (line) => figure(line.pieces), 'right'],
            [t('detail.loadKg'), (line) => weight(line.weight), 'right'],
            [
              t('detail.size'),
              ({ lengthCm, widthCm, heightCm }) =>
                lengthCm &&
                widthCm &&
                heightCm &&
                [lengthCm, widthCm, heightCm].map((side) => side.replace(/\.0$/, '')).join('×'),
            ],
            [t('detail.volM3'), (line) => volume(line.volume), 'right'],
            [t('detail.declaredYuan'), (line) => money(line.declaredValue), 'right'],
          ]}
          foot={[
            null,
            t('totals'),
            null,
            null,
            figure(detail.pieces),
            weight(detail.weight),
            null,
            volume(detail.volume),
            money(detail.declaredValue),
          ]}
        />
      </DetailSection>
      <DetailSection title={t('detail.places')}>
        <ul className={styles.lines}>
          {detail.places.map((place) => (
            <li key={`${place.place}-${place.placeId}-${place.name}`}>
              <b>{t('track.pieces', { count: place.pieces })}</b>
              <span>
                {wordFor('place', place.place, language)}{' '}
                {place.name ||
                  detail.legs.find((leg) => leg.arrangementId === place.placeId && place.place === 'arrangement')
                    ?.plateNo}
              </span>
              {place.planned > 0 && (
                <span className={styles.quiet}>{t('detail.planned', { count: place.planned })}</span>
              )}
            </li>
          ))}
          {detail.places.length === 0 && <li className={styles.quiet}>{t('detail.none')}</li>}
        </ul>
      </DetailSection>
    </>
  )
}

/** The arrangements that carry or carried it. */
export function TransportTab({ detail }: Props) {
  const { t } = useTranslation('waybills')
  if (detail.legs.length === 0) return <Empty title={t('detail.noLegs')} />
  return (
    <DetailSection>
      <LegsTable legs={detail.legs} />
    </DetailSection>
  )
}
