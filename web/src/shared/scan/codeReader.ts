import { prepareZXingModule, purgeZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { asScanned, type Sight } from './aim.ts'

/** What stands on goods, pallets and shelves (RT-18): GS1-128 is a Code 128, UPC-A an EAN-13. FNC1 is left in the text. */
const options: ReaderOptions = {
  formats: ['Code128', 'EAN13', 'EAN8', 'QRCode', 'DataMatrix', 'ITF'],
  textMode: 'Plain',
}

export type ReadCodes = (picture: HTMLCanvasElement) => Promise<Sight[]>

/**
 * The program that finds codes in a picture, a megabyte that is fetched when somebody first wants it: from our own
 * address, as the warehouse may see nothing of the internet. Fails when it cannot be fetched; the next one tries again.
 */
export async function openReader(): Promise<ReadCodes> {
  try {
    await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
  } catch (error) {
    purgeZXingModule()
    throw error
  }
  return async (picture) => {
    const points = picture.getContext('2d')?.getImageData(0, 0, picture.width, picture.height)
    if (points === undefined) return []
    const found = await readBarcodes(points, options)
    return found.map(({ format, text, contentType, position: { topLeft, bottomRight } }) => ({
      code: asScanned(format, text, contentType === 'GS1'),
      off: Math.hypot(
        (topLeft.x + bottomRight.x - picture.width) / 2,
        (topLeft.y + bottomRight.y - picture.height) / 2,
      ),
    }))
  }
}

/** Fetches what reading needs without reading yet: for pages that work without the network later. */
export const fetchReader = async (): Promise<void> => {
  await (await fetch(wasm)).arrayBuffer()
}
