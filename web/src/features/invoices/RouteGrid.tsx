import type { ReckonedLine } from '@xunyun/contract/invoices/lines'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Choice } from '../../shared/form/Choice.tsx'
import { LineGrid } from '../../shared/form/LineGrid.tsx'
import { RegionPicker } from '../../shared/form/RegionPicker.tsx'
import { useIsPhone } from '../../shared/ui/useDevice.ts'
import type { ApplyRoute } from './applyLines.ts'

type Props = {
  readonly value?: readonly ApplyRoute[]
  readonly onChange?: (routes: readonly ApplyRoute[]) => void
  readonly lines: readonly ReckonedLine[]
}

/** What freight lines say (M34): from where to where, by what, what was carried. */
export function RouteGrid({ value, onChange, lines }: Props) {
  const { t } = useTranslation('invoices')
  const isPhone = useIsPhone()
  const freight = lines.filter((line) => line.freight)
  return (
    <LineGrid<ApplyRoute>
      name="routes"
      label={t('apply.routes')}
      value={value ?? []}
      onChange={(next) => onChange?.(next)}
      cards={isPhone}
      add={t('apply.addRoute')}
      blank={() => ({ line: freight[0]?.key ?? '', tool: 'road' })}
      columns={[
        {
          key: 'line',
          title: t('apply.line'),
          width: 176,
          render: ({ line }, change, props) => (
            <Choice
              allowClear={false}
              {...props}
              value={line}
              options={freight.map(({ key, itemName, of }) => ({ value: key, label: of ?? itemName }))}
              onChange={(next: string) => change({ line: next })}
            />
          ),
        },
        {
          key: 'fromRegion',
          title: t('route.from'),
          required: true,
          width: 176,
          render: ({ fromRegion }, change, props) => (
            <RegionPicker
              aria-label={props['aria-label']}
              value={fromRegion}
              onChange={(next) => change({ fromRegion: next ?? undefined })}
            />
          ),
        },
        {
          key: 'toRegion',
          title: t('route.to'),
          required: true,
          width: 176,
          render: ({ toRegion }, change, props) => (
            <RegionPicker
              aria-label={props['aria-label']}
              value={toRegion}
              onChange={(next) => change({ toRegion: next ?? undefined })}
            />
          ),
        },
        {
          key: 'tool',
          title: t('route.tool'),
          required: true,
          width: 104,
          render: ({ tool }, change, props) => (
            <Choice
              type="transportTool"
              allowClear={false}
              {...props}
              value={tool}
              onChange={(next: string) => change({ tool: next })}
            />
          ),
        },
        {
          key: 'plateNo',
          title: t('route.plateNo'),
          required: value?.some(({ tool }) => tool === 'road') ?? false,
          width: 108,
          render: ({ plateNo }, change, props) => (
            <Input
              {...props}
              value={plateNo ?? ''}
              onChange={({ target }) => change({ plateNo: target.value || undefined })}
            />
          ),
        },
        {
          key: 'goods',
          title: t('route.goods'),
          required: true,
          render: ({ goods }, change, props) => (
            <Input
              {...props}
              maxLength={80}
              value={goods ?? ''}
              onChange={({ target }) => change({ goods: target.value || undefined })}
            />
          ),
        },
      ]}
    />
  )
}
