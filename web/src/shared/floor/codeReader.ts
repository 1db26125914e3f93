import { BarcodeDetector, type BarcodeFormat, prepareZXingModule, purgeZXingModule } from 'barcode-detector/ponyfill'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { asScanned, type Sight } from './aim.ts'

/** What stands on goods, pallets and shelves (RT-18): GS1-128 is a Code 128, UPC-A an EAN-13. */
const formats: BarcodeFormat[] = ['code_128', 'ean_13', 'ean_8', 'qr_code', 'data_matrix', 'itf']

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
  const detector = new BarcodeDetector({ formats })
  return async (picture) => {
    const found = await detector.detect(picture)
    return found.map(({ format, rawValue, boundingBox: { x, y, width, height } }) => ({
      code: asScanned(format, rawValue),
      off: Math.hypot(x + (width - picture.width) / 2, y + (height - picture.height) / 2),
    }))
  }
}

/** Fetches what reading needs without reading yet: for pages that work without the network later. */
export const fetchReader = async (): Promise<void> => {
  await (await fetch(wasm)).arrayBuffer()
}
