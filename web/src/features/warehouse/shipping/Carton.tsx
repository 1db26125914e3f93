import { wordFor } from '@xunyun/contract/dictionary'
import { isAble } from '@xunyun/contract/kernel/ability'
import {
  type CartonAction,
  type CartonDetail,
  deleteCartons,
  sealCartons,
  takeOutOfCarton,
  weighCarton,
} from '@xunyun/contract/warehouse/shipping/cartons'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonDialog } from '../../../shared/action/ReasonDialog.tsx'
import { useAction } from '../../../shared/action/useAction.ts'
import { useBatch } from '../../../shared/action/useBatch.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import lines from '../../../shared/detail/Lines.module.css'
import { DecimalInput } from '../../../shared/form/inputs.tsx'
import { useLanguage } from '../../../shared/i18n/useLanguage.ts'
import { figure } from '../../../shared/ui/format.ts'
import { StateTag } from '../../../shared/ui/StateTag.tsx'
import type { Print } from '../../printing/index.ts'
import { cartonTones } from './packingColumns.tsx'
import { outboundPaths } from './paths.ts'
import styles from './Shipping.module.css'

/** Too far from what was calculated: it can be so, with a reason; the dialog that asks for it says so itself. */
const asksReason = (error: unknown): boolean =>
  error instanceof ApiError && error.fields.some(({ path }) => path === 'reason')

type Props = { carton: CartonDetail; current: boolean; onChoose: () => void; mayEdit: boolean; print: Print }

/** One carton of the bench: its contents, its weight beside what was calculated, its seal. */
export function Carton({ carton, current, onChoose, mayEdit, print }: Props) {
  const { t } = useTranslation('warehouse/shipping')
  const language = useLanguage()
  const [weight, setWeight] = useState(carton.weight ?? '')
  const [sealNo, setSealNo] = useState('')
  const [explaining, setExplaining] = useState(false)
  const takeOut = useAction(takeOutOfCarton, { refresh: outboundPaths })
  const weigh = useAction(weighCarton, { refresh: outboundPaths, success: t('carton.weighed') })
  const seal = useBatch(sealCartons, { title: t('act.seal'), refresh: outboundPaths })
  const remove = useBatch(deleteCartons, { title: t('act.deleteCarton'), refresh: outboundPaths })
  const labels =
    carton.state === 'unpacked' ? [] : print.action('carton', [{ id: carton.id, no: carton.cartonNo, pieces: 1 }])
  const can = (action: CartonAction) => mayEdit && isAble(carton, action)
  const note = async (reason?: string) => {
    const asks = (error: unknown) => reason === undefined && asksReason(error)
    try {
      await weigh.run({ id: carton.id, version: carton.version, weight, reason }, { quiet: asks })
    } catch (error) {
      if (asks(error)) setExplaining(true)
      throw error
    }
  }
  return (
    <section className={styles.carton} aria-label={carton.cartonNo} aria-current={current}>
      <div className={styles.cartonHead}>
        <b>{carton.cartonNo}</b>
        <StateTag tone={cartonTones[carton.state]} struck={carton.state === 'unpacked'}>
          {wordFor('cartonState', carton.state, language)}
        </StateTag>
        {carton.boxType && <span className={lines.quiet}>{wordFor('package', carton.boxType, language)}</span>}
        {carton.state === 'open' && mayEdit && !current && (
          <Button size="small" onClick={onChoose}>
            {t('act.chooseCarton')}
          </Button>
        )}
      </div>
      <ul className={styles.contents}>
        {carton.contents.length === 0 && <li className={lines.quiet}>{t('carton.empty')}</li>}
        {carton.contents.map((row) => (
          <li key={row.id}>
            <span>
              {[row.itemNo, row.batchNo, `${figure(row.qty)} ${wordFor('unit', row.baseUnit, language)}`]
                .filter(Boolean)
                .join(' · ')}
              {row.serials.length > 0 && <span className={lines.quiet}> {row.serials.slice(0, 3).join(', ')}</span>}
            </span>
            {can('takeOut') && (
              <Button
                size="small"
                type="link"
                danger
                loading={takeOut.pending}
                onClick={() =>
                  void takeOut
                    .run({ cartonId: carton.id, id: row.id, qty: undefined, serials: [...row.serials] })
                    .catch(() => undefined)
                }
              >
                {t('act.takeOut')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className={styles.cartonFoot}>
        <span className={lines.quiet}>{t('carton.calculated', { weight: figure(carton.calculated) })}</span>
        {can('weigh') ? (
          <>
            <DecimalInput
              places={3}
              short
              className={styles.weight}
              aria-label={`${t('field.weight')} ${carton.cartonNo}`}
              value={weight}
              onChange={(next) => setWeight(next ?? '')}
              suffix="kg"
            />
            <Button
              size="small"
              disabled={weight === ''}
              loading={weigh.pending}
              onClick={() => void note().catch(() => undefined)}
            >
              {t('act.weigh')}
            </Button>
          </>
        ) : (
          carton.weight && (
            <span>
              {figure(carton.weight)} kg {carton.weightReason}
            </span>
          )
        )}
        {can('seal') && (
          <>
            <Input
              className={styles.qty}
              aria-label={`${t('field.sealNo')} ${carton.cartonNo}`}
              placeholder={t('field.sealNo')}
              maxLength={40}
              value={sealNo}
              onChange={(event) => setSealNo(event.target.value)}
            />
            <Button
              size="small"
              type="primary"
              disabled={carton.contents.length === 0 || carton.weight === null}
              loading={seal.pending}
              onClick={() =>
                void seal
                  .run({ cartons: [{ id: carton.id, sealNo: sealNo.trim() || undefined }] })
                  // A sealed carton leaves the bench with its label on it.
                  .then(({ refused }) => refused.length === 0 && labels.forEach(({ onClick }) => void onClick()))
                  .catch(() => undefined)
              }
            >
              {t('act.seal')}
            </Button>
          </>
        )}
        {carton.contents.length > 0 &&
          labels.map(({ key, label, onClick }) => (
            <Button key={key} size="small" onClick={onClick}>
              {label}
            </Button>
          ))}
        {carton.sealNo && <span className={lines.quiet}>{`${t('field.sealNo')} ${carton.sealNo}`}</span>}
        {can('delete') && carton.contents.length === 0 && (
          <Button
            size="small"
            type="link"
            danger
            onClick={() => void remove.run({ ids: [carton.id] }).catch(() => undefined)}
          >
            {t('act.deleteCarton')}
          </Button>
        )}
      </div>
      {explaining && (
        <ReasonDialog
          title={t('carton.weightReason', { no: carton.cartonNo })}
          text={t('carton.weightOff', { weight, calculated: figure(carton.calculated) })}
          yes={t('act.weigh')}
          onClose={() => setExplaining(false)}
          onSubmit={(reason) => note(reason)}
        />
      )}
    </section>
  )
}
