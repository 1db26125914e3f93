import type { ShippingStatistics } from '@xunyun/contract/waybills/statistics'
import { useTranslation } from 'react-i18next'
import { Bars } from '../../../shared/chart/Bars.tsx'
import type { Measure } from './asked.ts'

type Props = { course: ShippingStatistics['course']; measure: Measure }

/** One bar a day or month. */
export function CourseChart({ course, measure }: Props) {
  const { t } = useTranslation('waybills')
  return (
    <Bars
      labels={course.map(({ period }) => (period.length === 10 ? period.slice(5) : period))}
      series={[
        {
          name: t(`stat.measure.${measure}`),
          colour: '--brand',
          values: course.map((point) => Number(point[measure])),
        },
      ]}
    />
  )
}
