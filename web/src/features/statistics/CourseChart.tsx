import type { ShippingStatistics } from '@xunyun/contract/waybills/statistics'
import { BarChart } from 'echarts/charts'
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppearance } from '../../shared/ui/appearance.ts'
import type { Measure } from './asked.ts'

use([BarChart, GridComponent, TooltipComponent, AriaComponent, SVGRenderer])

type Props = { course: ShippingStatistics['course']; measure: Measure }

/** One bar a day or month. Its colours are the page's own, so it is drawn anew when they change. */
export function CourseChart({ course, measure }: Props) {
  const { t, i18n } = useTranslation('waybills')
  const box = useRef<HTMLDivElement>(null)
  const mode = useAppearance((appearance) => appearance.mode)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words follow the language, the colours the mode
  useEffect(() => {
    const element = box.current
    if (!element) return
    const colour = (name: string) => getComputedStyle(element).getPropertyValue(name).trim()
    const chart = init(element, null, { renderer: 'svg' })
    const text = { color: colour('--t3'), fontFamily: 'inherit', fontSize: 12 }
    chart.setOption({
      animation: false,
      aria: { enabled: true },
      grid: { left: 8, right: 8, top: 16, bottom: 8, containLabel: true },
      tooltip: {
        trigger: 'axis',
        axisPointer: { type: 'shadow' },
        backgroundColor: colour('--raised'),
        borderColor: colour('--line'),
        textStyle: { color: colour('--t1'), fontSize: 12 },
      },
      xAxis: {
        type: 'category',
        data: course.map(({ period }) => (period.length === 10 ? period.slice(5) : period)),
        axisLine: { lineStyle: { color: colour('--line') } },
        axisTick: { show: false },
        axisLabel: { ...text, interval: everyFew(element, course.length) },
      },
      yAxis: { type: 'value', splitLine: { lineStyle: { color: colour('--line2') } }, axisLabel: text },
      series: [
        {
          name: t(`stat.measure.${measure}`),
          type: 'bar',
          barMaxWidth: 32,
          data: course.map((point) => Number(point[measure])),
          itemStyle: { color: colour('--brand') },
        },
      ],
    })
    const watch = new ResizeObserver(() => {
      chart.resize()
      chart.setOption({ xAxis: { axisLabel: { interval: everyFew(element, course.length) } } })
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      chart.dispose()
    }
  }, [course, measure, mode, i18n.language])
  return <div ref={box} style={{ height: '100%' }} />
}

/** How many days or months go without their label, so that two never read as one number. */
const everyFew = (box: HTMLElement, count: number): number =>
  Math.max(0, Math.ceil((count * labelWidth) / Math.max(labelWidth, box.clientWidth - besideBars)) - 1)
const labelWidth = 60
const besideBars = 72
