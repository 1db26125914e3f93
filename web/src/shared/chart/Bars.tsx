import { BarChart } from 'echarts/charts'
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useAppearance } from '../ui/appearance.ts'

use([BarChart, GridComponent, TooltipComponent, AriaComponent, SVGRenderer])

/** `colour`: the name of a colour of the page, `--brand`. One value for each of the labels. */
export type Series = { readonly name: string; readonly colour: string; readonly values: readonly number[] }
type Props = { readonly labels: readonly string[]; readonly series: readonly Series[] }

/** A group of bars for each label. Its colours are the page's own, so it is drawn anew when they change. */
export function Bars({ labels, series }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const mode = useAppearance((appearance) => appearance.mode)
  // Its figures, not the lists that hold them: a page that is drawn again for another reason leaves the chart alone.
  const said = JSON.stringify([labels, series])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours follow the mode, the rest is in what is said
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
        confine: true,
        backgroundColor: colour('--raised'),
        borderColor: colour('--line'),
        textStyle: { color: colour('--t1'), fontSize: 12 },
      },
      xAxis: {
        type: 'category',
        data: labels,
        axisLine: { lineStyle: { color: colour('--line') } },
        axisTick: { show: false },
        axisLabel: { ...text, ...ofLabels(element, labels.length) },
      },
      yAxis: { type: 'value', splitLine: { lineStyle: { color: colour('--line2') } }, axisLabel: text },
      series: series.map((one) => ({
        name: one.name,
        type: 'bar',
        barMaxWidth: 32,
        data: one.values,
        itemStyle: { color: colour(one.colour) },
      })),
    })
    const watch = new ResizeObserver(() => {
      chart.resize()
      chart.setOption({ xAxis: { axisLabel: ofLabels(element, labels.length) } })
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      chart.dispose()
    }
  }, [said, mode])
  return <div ref={box} style={{ height: '100%' }} />
}

/** How many go without their label, so that two never read as one; a name that is longer than its room ends in dots. */
function ofLabels(box: HTMLElement, count: number) {
  const room = Math.max(labelWidth, box.clientWidth - besideBars)
  const every = Math.max(1, Math.ceil((count * labelWidth) / room))
  return {
    interval: every - 1,
    width: Math.floor((room / Math.max(1, count)) * every) - 8,
    overflow: 'truncate' as const,
  }
}
const labelWidth = 60
const besideBars = 72
