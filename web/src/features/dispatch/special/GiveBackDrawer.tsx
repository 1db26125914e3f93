import { useQuery } from '@tanstack/react-query'
import { getOutletChoices } from '@xunyun/contract/companies/calls'
import { getSpecial, giveBackSpecial, type SpecialDetail } from '@xunyun/contract/dispatch/special'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../shared/action/useAction.ts'
import { q } from '../../../shared/api/query.ts'
import { MomentInput } from '../../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../../shared/form/FormDrawer.tsx'
import { IntegerInput } from '../../../shared/form/inputs.tsx'
import { type LineColumn, LineGrid } from '../../../shared/form/LineGrid.tsx'
import { Lookup } from '../../../shared/form/Lookup.tsx'
import { serverNow } from '../../../shared/session/session.ts'
import { figure } from '../../../shared/ui/format.ts'

type Back = { waybillId: number; waybillNo: string; left: number; there: number; pieces: number; refused: number }
type Values = { outletId: number; at: string; reason: string; lines: Back[] }

/** 退回: unsigned or refused pieces come back to an outlet of ours; at first all that the carrier still has. */
export function GiveBackDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const special = useQuery({ ...q(getSpecial, { id }), staleTime: 0 })
  // What was signed meanwhile in another tab counts.
  return special.data && !special.isFetching ? <Opened special={special.data} onClose={onClose} /> : null
}

function Opened({ special, onClose }: { special: SpecialDetail; onClose: () => void }) {
  const { t } = useTranslation('handedOut')
  const act = useAction(giveBackSpecial, { success: t('done.giveBack'), refresh: ['/api/Dispatch/', '/api/Waybills/'] })
  return (
    <FormDrawer<Values>
      name={`special-back-${special.id}`}
      title={t('giveBack.title', { no: special.arrangementNo })}
      call={giveBackSpecial}
      initial={{
        ...(special.fromOutletId === null ? {} : { outletId: special.fromOutletId }),
        at: serverNow().toISOString(),
        lines: special.lines
          .filter(({ left, refused }) => left + refused > 0)
          .map(({ waybillId, waybillNo, left, refused }) => ({
            waybillId,
            waybillNo,
            left,
            there: refused,
            pieces: left,
            refused,
          })),
      }}
      onSubmit={({ lines, ...values }, { key }) =>
        act.run(
          {
            ...values,
            id: special.id,
            lines: lines.map(({ waybillId, pieces, refused }) => ({ waybillId, pieces, refused })),
          },
          { key },
        )
      }
      onSaved={onClose}
      submitLabel={t('act.giveBack')}
      onClose={onClose}
    >
      <FormSection columns={2}>
        <Field name="outletId" label={t('giveBack.outlet')}>
          <Lookup call={getOutletChoices} />
        </Field>
        <Field name="at" label={t('giveBack.at')}>
          <MomentInput />
        </Field>
        <Field name="reason" label={t('giveBack.reason')} span={2}>
          <Input maxLength={200} />
        </Field>
      </FormSection>
      <FormSection columns={1}>
        <Form.Item name="lines" noStyle>
          <BackGrid />
        </Form.Item>
      </FormSection>
    </FormDrawer>
  )
}

function BackGrid({ value = [], onChange }: { value?: readonly Back[]; onChange?: (lines: readonly Back[]) => void }) {
  const { t } = useTranslation('handedOut')
  const columns: LineColumn<Back>[] = [
    { key: 'waybillNo', title: t('column.waybillNo'), shown: true, render: ({ waybillNo }) => waybillNo },
    {
      key: 'left',
      title: t('column.left'),
      shown: true,
      right: true,
      render: ({ left, there }) => figure(left + there),
    },
    {
      key: 'pieces',
      title: t('giveBack.pieces'),
      right: true,
      render: (line, change, props) => (
        <IntegerInput {...props} value={line.pieces} onChange={(pieces) => change({ pieces: Number(pieces ?? 0) })} />
      ),
    },
    {
      key: 'refused',
      title: t('giveBack.refused'),
      right: true,
      render: (line, change, props) =>
        line.there === 0 ? (
          '—'
        ) : (
          <IntegerInput
            {...props}
            value={line.refused}
            onChange={(refused) => change({ refused: Number(refused ?? 0) })}
          />
        ),
    },
  ]
  return (
    <LineGrid
      name="lines"
      label={t('form.lines')}
      columns={columns}
      value={value}
      fixed
      {...(onChange ? { onChange } : {})}
    />
  )
}
