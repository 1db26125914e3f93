import { getOutletChoices } from '@xunyun/contract/companies/calls'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { MomentInput } from '../../shared/form/DayInput.tsx'
import { Field, FormDrawer, FormSection } from '../../shared/form/FormDrawer.tsx'
import { IntegerInput } from '../../shared/form/inputs.tsx'
import { LineGrid } from '../../shared/form/LineGrid.tsx'
import { Lookup } from '../../shared/form/Lookup.tsx'
import { serverNow } from '../../shared/session/session.ts'
import { figure } from '../../shared/ui/format.ts'
import styles from './Dispatch.module.css'

/** What is counted: what is loaded at departure, what came at arrival, what was unloaded and loaded at a stop between, what was found. */
export type Counting = 'loaded' | 'unloaded' | 'reached' | 'left' | 'found'
type Counted = { lineId: number; waybillNo: string; most: number; pieces: number }
export type CountedValues = { at: string; outletId?: number; counted: Counted[] }

type Props = {
  readonly name: string
  readonly title: string
  readonly what: Counting
  /** The lines that there is something to count of. */
  readonly lines: readonly Omit<Counted, 'pieces'>[]
  /** Where what is found lies, most likely. */
  readonly outletId?: number | undefined
  readonly onSubmit: (values: CountedValues, key: string) => Promise<void>
  readonly onClose: () => void
}

/** Counts what an arrangement carries line by line: fewer at departure wait again (甩货), fewer at arrival are missing (少货) until they are found (补到). */
export function CountsDrawer({ name, title, what, lines, outletId, onSubmit, onClose }: Props) {
  const { t } = useTranslation('dispatch')
  const several = lines.length > 1
  return (
    <FormDrawer<CountedValues>
      name={name}
      title={title}
      submitLabel={t(`count.act.${what}`)}
      initial={{
        at: serverNow().toISOString(),
        ...(what === 'found' && outletId !== undefined ? { outletId } : {}),
        // Of one that is missing it is the one that was found.
        counted: lines.map((line) => ({ ...line, pieces: what === 'found' && several ? 0 : line.most })),
      }}
      onSubmit={(values, { key }) => onSubmit(values, key)}
      onSaved={onClose}
      onClose={onClose}
    >
      <FormSection columns={2}>
        <Field name="at" label={t(`count.at.${what}`)} required>
          <MomentInput />
        </Field>
        {what === 'found' && (
          <Field name="outletId" label={t('count.outlet')} required>
            <Lookup call={getOutletChoices} />
          </Field>
        )}
      </FormSection>
      {lines.length > 0 && (
        <FormSection columns={1}>
          <Form.Item name="counted" noStyle>
            <Grid what={what} />
          </Form.Item>
        </FormSection>
      )}
    </FormDrawer>
  )
}

type GridProps = { value?: readonly Counted[]; onChange?: (lines: readonly Counted[]) => void; what: Counting }

function Grid({ value = [], onChange, what }: GridProps) {
  const { t } = useTranslation('dispatch')
  const total = (field: 'most' | 'pieces') => value.reduce((sum, line) => sum + (line[field] || 0), 0)
  const sum = (field: 'most' | 'pieces') => figure(total(field))
  const fewer = value.reduce((all, { most, pieces }) => all + Math.max(most - (pieces || 0), 0), 0)
  const becomes = what === 'found' ? undefined : what === 'loaded' || what === 'left' ? 'behind' : 'missing'
  const grid = (
    <LineGrid
      name="counted"
      label={t('trip.lines')}
      fixed
      numbered
      value={value}
      columns={[
        { key: 'waybillNo', title: t('column.waybillNo'), shown: true, render: ({ waybillNo }) => waybillNo },
        { key: 'most', title: t(`count.most.${what}`), shown: true, right: true, render: ({ most }) => figure(most) },
        {
          key: 'pieces',
          title: t(`count.pieces.${what}`),
          right: true,
          render: (line, change, props) => (
            <IntegerInput
              {...props}
              value={line.pieces}
              status={line.pieces > line.most ? 'error' : props.status}
              onChange={(pieces) => change({ pieces: Number(pieces ?? 0) })}
            />
          ),
        },
      ]}
      foot={{ waybillNo: t('totals'), most: sum('most'), pieces: sum('pieces') }}
      {...(onChange ? { onChange } : {})}
    />
  )
  return (
    <>
      {grid}
      {becomes && fewer > 0 && (
        <p className={styles.fewer} role="status">
          {t(`count.fewer.${becomes}`, { count: fewer })}
        </p>
      )}
    </>
  )
}
