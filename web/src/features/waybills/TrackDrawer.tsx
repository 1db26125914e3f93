import { addTrack } from '@xunyun/contract/waybills/tracks'
import { Checkbox, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/action/useAction.ts'
import { Choice } from '../../shared/form/Choice.tsx'
import { MomentInput } from '../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { serverNow } from '../../shared/session/session.ts'

type Values = { node: string; at: string; place?: string; text?: string; visible: boolean }

/** A track for one waybill or many; the server asks before one that is out of order, in the future or after signing. */
export function TrackDrawer({
  rows,
  onClose,
}: {
  rows: readonly { id: number; waybillNo: string }[]
  onClose: () => void
}) {
  const { t } = useTranslation('waybills')
  const track = useAction(addTrack, {
    success: t('done.track'),
    refresh: ['/api/Waybills/', '/api/W_Track/', '/api/Watch/', '/api/Desk/'],
  })
  const [first] = rows
  const title =
    rows.length === 1 ? t('track.title', { no: first?.waybillNo ?? '' }) : t('track.titleMany', { count: rows.length })
  return (
    <FormDrawer<Values>
      name={`track-${rows
        .map(({ id }) => id)
        .join('-')
        .slice(0, 60)}`}
      title={title}
      submitLabel={t('track.save')}
      width={480}
      call={addTrack}
      initial={{ at: serverNow().toISOString(), visible: true }}
      onSubmit={(values, { key }) =>
        track.run(
          {
            ids: rows.map(({ id }) => id),
            node: values.node as never,
            at: values.at,
            place: values.place,
            text: values.text,
            visible: values.visible,
            confirm: undefined,
          },
          { key },
        )
      }
      onClose={onClose}
    >
      <FormSection columns={1}>
        <Field name="node" label={t('track.node')}>
          <Choice type="trackNode" />
        </Field>
        <Field name="at" label={t('track.at')}>
          <MomentInput />
        </Field>
        <Field name="place" label={t('track.place')}>
          <Input maxLength={100} />
        </Field>
        <Field name="text" label={t('track.text')}>
          <Input.TextArea rows={3} maxLength={300} />
        </Field>
        <Field name="visible" label={t('track.visible')} valuePropName="checked">
          <Checkbox />
        </Field>
      </FormSection>
    </FormDrawer>
  )
}
