import { useQuery } from '@tanstack/react-query'
import { type AbnormalDetail, closeAbnormal, getAbnormal, isPaid } from '@xunyun/contract/cases/abnormals'
import { compareDecimal } from '@xunyun/contract/kernel/decimal'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import { useAction } from '../../shared/action/useAction.ts'
import { q } from '../../shared/api/query.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { MoneyInput } from '../../shared/form/inputs.tsx'
import { useRight } from '../../shared/session/session.ts'
import { dotted, money } from '../../shared/ui/format.ts'
import { toast } from '../../shared/ui/toasts.ts'
import { casePaths } from './paths.ts'

type Values = { dealing: string; amount?: string; result: string }

/** 结案: by what was done; a claim or a penalty is applied for with it. */
export function CloseForm({ id, onClose }: { id: number; onClose: () => void }) {
  const abnormal = useQuery({ ...q(getAbnormal, { id, no: undefined }), gcTime: 0 })
  return abnormal.data === undefined ? null : <Close abnormal={abnormal.data} onClose={onClose} />
}

/** The loss, as far as it may be claimed. */
function proposedOf({ loss, mostClaim }: AbnormalDetail): string | undefined {
  const amount = compareDecimal(loss, mostClaim) > 0 ? mostClaim : loss
  return compareDecimal(amount, '0') > 0 ? amount : undefined
}

function Close({ abnormal, onClose }: { abnormal: AbnormalDetail; onClose: () => void }) {
  const { t } = useTranslation('cases')
  const close = useAction(closeAbnormal, { refresh: casePaths })
  return (
    <FormDrawer<Values>
      name={`abnormal-close-${abnormal.id}`}
      title={t('abnormal.closeTitle', { no: abnormal.abnormalNo })}
      submitLabel={t('abnormal.act.close')}
      width={520}
      call={closeAbnormal}
      initial={{
        amount: proposedOf(abnormal),
        ...(abnormal.done[0] === undefined ? {} : { dealing: abnormal.done[0] }),
      }}
      onSubmit={async ({ dealing, amount, result }, { key }) => {
        const { applicationNo } = await close.run(
          {
            id: abnormal.id,
            version: abnormal.version,
            dealing: dealing as never,
            amount: isPaid(dealing) ? amount : undefined,
            result,
          },
          { key },
        )
        toast.success(applicationNo === null ? t('abnormal.closed') : t('abnormal.applied', { no: applicationNo }))
      }}
      onClose={onClose}
    >
      <CloseFields abnormal={abnormal} />
    </FormDrawer>
  )
}

function CloseFields({ abnormal }: { abnormal: AbnormalDetail }) {
  const { t } = useTranslation('cases')
  const form = Form.useFormInstance<Values>()
  const mayExceed = useRight('abnormalList').approve
  const dealing = Form.useWatch('dealing', form)
  /** The trip that is responsible, and whose it is. */
  const fined = abnormal.arrangements.find(({ id }) => id === abnormal.arrangementId)
  const isToDo = dealing !== undefined && dealing !== 'none' && !isPaid(dealing) && !abnormal.done.includes(dealing)
  return (
    <FormSection columns={1}>
      <Field
        name="dealing"
        label={t('column.dealing')}
        hint={
          isToDo && (
            <>
              {t('abnormal.doFirst')} ·{' '}
              <Link to={pathTo('waybill', { no: abnormal.waybillNo })}>{t('abnormal.openWaybill')}</Link>
            </>
          )
        }
      >
        <Choice type="abnormalDealing" />
      </Field>
      {isPaid(dealing ?? null) && (
        <Field
          name="amount"
          label={t('column.amount')}
          required
          hint={
            dealing === 'claim'
              ? t(mayExceed ? 'abnormal.usual' : 'abnormal.most', { amount: money(abnormal.mostClaim) })
              : fined === undefined
                ? t('abnormal.nobodyFined')
                : t('abnormal.fined', { who: dotted(fined.no, fined.party) })
          }
        >
          <MoneyInput />
        </Field>
      )}
      <Field name="result" label={t('column.result')}>
        <Input.TextArea rows={3} maxLength={300} />
      </Field>
    </FormSection>
  )
}
