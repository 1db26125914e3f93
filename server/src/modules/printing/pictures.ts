import type { ReportPicture } from '../../platform/report.ts'
import { type Area, type Mark, mmOf } from './engine/marks.ts'
import { readPicture } from './engine/pictures.ts'
import { drawText } from './engine/text.ts'

/** Photos of a report: two beside each other, each with its caption above, as large as its half allows. */

const beside = 2
const captionSize = 8
const gap = 4
const boxHeight = 70
export const pictureRowHeight = boxHeight + mmOf(captionSize) * 1.6 + gap

export type PictureRow = readonly ReportPicture[]
export const pictureRows = (pictures: readonly ReportPicture[]): PictureRow[] =>
  Array.from({ length: Math.ceil(pictures.length / beside) }, (_, at) => pictures.slice(at * beside, (at + 1) * beside))

export async function drawPictures(row: PictureRow, at: Pick<Area, 'x' | 'y' | 'width'>): Promise<Mark[]> {
  const width = (at.width - gap * (beside - 1)) / beside
  const marks: Mark[] = []
  for (const [seq, { caption, path, missing }] of row.entries()) {
    const head: Area = { x: at.x + seq * (width + gap), y: at.y, width, height: mmOf(captionSize) * 1.4 }
    const box: Area = { ...head, y: at.y + mmOf(captionSize) * 1.6, height: boxHeight }
    marks.push(...drawText(caption, { size: captionSize, weight: 'regular', align: 'left', from: 'middle' }, head))
    const picture = await readPicture(path)
    if (picture === undefined) {
      marks.push(...drawText(missing, { size: captionSize, weight: 'regular', align: 'left', from: 'top' }, box))
      continue
    }
    const scale = Math.min(box.width / picture.width, box.height / picture.height)
    const size = { width: picture.width * scale, height: picture.height * scale }
    marks.push({ kind: 'picture', x: box.x, y: box.y, ...size, picture })
  }
  return marks
}
