import type { Dashboard } from '@xunyun/contract/dashboard/calls'
import { LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppearance } from '../../shared/ui/appearance.ts'

use([LineChart, GridComponent, TooltipComponent, AriaComponent, SVGRenderer])

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

/** The two lines. Its colours are the page's own, so it is drawn anew when they change. */
export function CurveChart({ curve }: { curve: NonNullable<Dashboard['curve']> }) {
  const { t, i18n } = useTranslation('dashboard')
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
      grid: { left: 8, right: 16, top: 16, bottom: 8, containLabel: true },
      tooltip: {
        trigger: 'axis',
        backgroundColor: colour('--raised'),
        borderColor: colour('--line'),
        textStyle: { color: colour('--t1'), fontSize: 12 },
      },
      xAxis: {
        type: 'category',
        boundaryGap: false,
        data: hours,
        axisLine: { lineStyle: { color: colour('--line') } },
        axisTick: { show: false },
        axisLabel: { ...text, interval: 3 },
      },
      yAxis: {
        type: 'value',
        minInterval: 1,
        splitLine: { lineStyle: { color: colour('--line2') } },
        axisLabel: text,
      },
      series: [
        {
          name: t('curve.today'),
          type: 'line',
          data: [...curve.today],
          showSymbol: false,
          lineStyle: { width: 2, color: colour('--brand') },
          itemStyle: { color: colour('--brand') },
          areaStyle: { color: colour('--tint') },
        },
        {
          name: t('curve.yesterday'),
          type: 'line',
          data: [...curve.yesterday],
          showSymbol: false,
          lineStyle: { width: 1.5, type: 'dashed', color: colour('--t4') },
          itemStyle: { color: colour('--t4') },
        },
      ],
    })
    const watch = new ResizeObserver(() => chart.resize())
    watch.observe(element)
    return () => {
      watch.disconnect()
      chart.dispose()
    }
  }, [curve, mode, i18n.language])
  return <div ref={box} style={{ height: '100%' }} />
}
