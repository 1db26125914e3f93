import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import PDFDocument from 'pdfkit'

/** A photo that can be drawn, with its size as it is looked at: what was turned when it was taken is turned back. */
export type Picture = {
  readonly bytes: Buffer
  readonly type: 'image/jpeg' | 'image/png'
  /** Pixels. */
  readonly width: number
  readonly height: number
}

const unpack = promisify(inflate)
/** Of a PNG, which is unpacked: what claims more would fill the memory. */
const mostPixels = 40_000_000

/** No photo has fewer bytes: the signature and the head of a PNG. */
const smallest = 33

/** The photo in a file; undefined for one that paper cannot show: another kind of file, or one that is broken. */
export async function readPicture(path: string): Promise<Picture | undefined> {
  const bytes = await readFile(path)
  if (bytes.length < smallest) return undefined
  const isPng = bytes.readUInt32BE(0) === 0x89504e47
  if (isPng && !(await isWhole(bytes))) return undefined
  try {
    const { width, height, orientation = 1 } = opened(bytes)
    if (!(width > 0 && height > 0)) return undefined
    const lies = orientation > 4
    return {
      bytes,
      type: isPng ? 'image/png' : 'image/jpeg',
      width: lies ? height : width,
      height: lies ? width : height,
    }
  } catch {
    return undefined
  }
}

type Opened = { readonly width: number; readonly height: number; readonly orientation?: number }
const opened = (bytes: Buffer): Opened =>
  (new PDFDocument({ autoFirstPage: false }) as unknown as { openImage(bytes: Buffer): Opened }).openImage(bytes)

/** Channels of a pixel by the colour type of a PNG. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/**
 * Whether a PNG holds all of its pixels. pdfkit unpacks some of them on its own time, where an error of theirs ends the
 * process: those of one that is broken must not come so far. One that is sent in passes is not drawn.
 */
async function isWhole(bytes: Buffer): Promise<boolean> {
  const parts: Buffer[] = []
  let at = 8
  let ended = false
  while (!ended && at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    const kind = bytes.toString('latin1', at + 4, at + 8)
    if (at + 12 + length > bytes.length) return false
    if (kind === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + length))
    ended = kind === 'IEND'
    at += 12 + length
  }
  if (!ended || bytes.toString('latin1', 12, 16) !== 'IHDR') return false
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const [depth, colour, passes] = [bytes[24] ?? 0, bytes[25] ?? 0, bytes[28]]
  const perPixel = channels[colour]
  if (perPixel === undefined || passes !== 0 || width * height > mostPixels) return false
  const row = 1 + Math.ceil((width * perPixel * depth) / 8)
  const pixels = await unpack(Buffer.concat(parts), { maxOutputLength: row * height + 1 }).catch(() => undefined)
  if (pixels === undefined || pixels.length !== row * height) return false
  for (let line = 0; line < height; line += 1) if ((pixels[line * row] as number) > 4) return false
  return true
}
