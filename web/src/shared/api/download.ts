import type { Call } from '@xunyun/contract/kernel/call'
import { type ApiOptions, readEnvelope, report, request, type Sending } from './api.ts'
import { asNetworkError } from './errors.ts'

/** Sends a call whose transport is a file and saves the answer under the name that the server gives it. */
export async function download<C extends Call>(call: C, input: Sending<C>, options: ApiOptions = {}): Promise<void> {
  try {
    const response = await request(call, input as Record<string, unknown>, options)
    const isJson = response.headers.get('content-type')?.includes('application/json') ?? false
    const name = fileName(response.headers.get('content-disposition'))
    // A refusal comes as an envelope, also where a file was asked for.
    if (!response.ok || (isJson && name === null)) {
      await readEnvelope(response)
      return
    }
    const blob = await response.blob().catch((error: unknown) => {
      throw asNetworkError(error)
    })
    saveBlob(blob, name ?? call.path.slice(call.path.lastIndexOf('/') + 1))
  } catch (error) {
    report(error, options)
    throw error
  }
}

/** RFC 6266: `filename*` (UTF-8, percent-encoded) wins over `filename`. */
export function fileName(disposition: string | null): string | null {
  if (!disposition) return null
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (extended) return decodeURIComponent(extended.trim())
  return /filename\s*=\s*"?([^";]+)"?/i.exec(disposition)?.[1]?.trim() ?? null
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the address only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
