import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import bwip from 'bwip-js/node'

/** A code as it stands on a label: the symbology by bwip-js' name, and its text. */
export type Label = readonly [bcid: string, text: string]

const wide = 640
const high = 480
const perSecond = 5
/** So long each label is held before the camera, and so long nothing. */
const seconds = 2

/** A white wall, or a label on it; brightness of each point. */
function picture(label: Label | null): Buffer {
  const light = Buffer.alloc(wide * high, 235)
  if (label === null) return light
  const [bcid, text] = label
  const [drawn] = bwip.raw({ bcid, text })
  if (drawn === undefined) throw new Error(`${bcid} cannot hold ${text}`)
  if ('sbs' in drawn) {
    const modules = drawn.sbs.reduce((sum, width) => sum + width, 0)
    const unit = Math.max(1, Math.floor((wide * 0.8) / modules))
    let x = Math.floor((wide - modules * unit) / 2)
    for (const [at, width] of drawn.sbs.entries()) {
      // Bars and the spaces between them take turns.
      if (at % 2 === 0) for (let y = 160; y < 320; y += 1) light.fill(16, y * wide + x, y * wide + x + width * unit)
      x += width * unit
    }
  } else {
    const unit = 9
    const left = Math.floor((wide - drawn.pixx * unit) / 2)
    const top = Math.floor((high - drawn.pixy * unit) / 2)
    for (const [at, dark] of drawn.pixs.entries())
      if (dark)
        for (let y = 0; y < unit; y += 1) {
          const from = (top + Math.floor(at / drawn.pixx) * unit + y) * wide + left + (at % drawn.pixx) * unit
          light.fill(16, from, from + unit)
        }
  }
  return light
}

/** A film for Chromium's fake camera: the labels one after another, again and again. Answers its path and how to end it. */
export function codeVideo(labels: readonly Label[]): { file: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'xunyun-video-'))
  const file = path.join(folder, 'codes.y4m')
  const grey = Buffer.alloc((wide * high) / 2, 128)
  const parts: Buffer[] = [Buffer.from(`YUV4MPEG2 W${wide} H${high} F${perSecond}:1 Ip A1:1 C420jpeg\n`)]
  for (const shown of labels.flatMap((label) => [label, null])) {
    const light = picture(shown)
    for (let at = 0; at < seconds * perSecond; at += 1) parts.push(Buffer.from('FRAME\n'), light, grey)
  }
  writeFileSync(file, Buffer.concat(parts))
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
