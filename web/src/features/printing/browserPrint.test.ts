import { describe, expect, it } from 'vitest'
import { printDocument } from './browserPrint.ts'
import { bySize } from './runBatch.ts'

const page = (width: number, height: number, svg = '<svg/>') => ({ width, height, svg })

describe('paper by the browser', () => {
  it('[PR-04] each sheet has its own size in millimetres and its own page, the last one nothing after it', () => {
    const one = printDocument('YD1', [page(210, 148, '<svg id="a"/>')])
    expect(one).toContain('@page{size:210mm 148mm;margin:0}')
    expect(one).toContain('<div class="sheet s0"><svg id="a"/></div>')
    const two = printDocument('<b>', [page(210, 148), page(100, 150), page(210, 148)])
    expect(two).toContain('@page s0{size:210mm 148mm;margin:0}')
    expect(two).toContain('@page s1{size:100mm 150mm;margin:0}')
    expect(two.match(/class="sheet s0"/g)).toHaveLength(2)
    expect(two).toContain('<title>b</title>')
  })

  it('[PR-04] a job has one paper: neighbours of a size go together, in their order', () => {
    const pages = [page(1, 1, 'a'), page(1, 1, 'b'), page(2, 1, 'c'), page(1, 1, 'd')]
    expect(bySize(pages).map((part) => part.map(({ svg }) => svg).join(''))).toEqual(['ab', 'c', 'd'])
  })
})
