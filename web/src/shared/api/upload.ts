import type { Call, Envelope, Output } from '@xunyun/contract/kernel/call'
import { fileUpload } from '@xunyun/contract/system/files'
import { beReplaced } from '../session/ended.ts'
import { tokenReplaced } from '../session/token.ts'
import { apiHost, commonHeaders, httpError, openEnvelope, report } from './api.ts'
import { asNetworkError } from './errors.ts'

export type UploadOptions = {
  /** Share sent so far, 0 … 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  /** Other parts of the form; they go before the file, so that the server knows them when the file begins. */
  fields?: Readonly<Record<string, string>>
  quiet?: boolean
}

/** AP-13: one picture or paper. */
export const upload = (file: File, onProgress?: (share: number) => void) => uploadTo(fileUpload, file, { onProgress })

/** Sends a file to any call whose transport is multipart. XMLHttpRequest, because fetch does not tell how far it is. */
export async function uploadTo<C extends Call>(call: C, file: File, options: UploadOptions = {}): Promise<Output<C>> {
  // As every other call: nothing is sent in another's name.
  if (tokenReplaced()) {
    beReplaced()
    return new Promise<never>(() => undefined)
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(options.fields ?? {})) form.append(name, value)
  form.append('file', file, file.name)
  try {
    const { status, body } = await post(apiHost + call.path, form, options)
    const envelope = body as Partial<Envelope> | undefined
    if (status < 200 || status >= 300 || typeof envelope?.code !== 'number') throw httpError(status, body)
    return openEnvelope(envelope as Envelope) as Output<C>
  } catch (error) {
    report(error, { quiet: options.quiet })
    throw error
  }
}

function post(
  url: string,
  form: FormData,
  { onProgress, signal }: UploadOptions,
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', url)
    xhr.timeout = 600_000
    xhr.responseType = 'json'
    commonHeaders().forEach((value, name) => {
      xhr.setRequestHeader(name, value)
    })
    xhr.upload.onprogress = (event) => onProgress?.(event.total === 0 ? 0 : event.loaded / event.total)
    xhr.onload = () => resolve({ status: xhr.status, body: xhr.response as unknown })
    xhr.onerror = () => reject(asNetworkError(new Error('no answer')))
    xhr.ontimeout = () => reject(asNetworkError(new DOMException('no answer in time', 'TimeoutError')))
    xhr.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
    signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(form)
  })
}
