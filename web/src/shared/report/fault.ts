/** A fault as it is sent: no query strings, nothing that somebody typed. */
export type Fault = { readonly page: string; readonly message: string; readonly stack: string }

// These have been said to the person, or are nobody's fault.
const expected = new Set(['ApiError', 'ConfirmNeeded', 'HttpError', 'NetworkError', 'AbortError', 'TimeoutError'])
const noise =
  /ResizeObserver loop|^Script error\.?$|Failed to fetch dynamically imported module|error loading dynamically/i

const longest = { page: 200, message: 500, stack: 6000 } as const

/** Null for what is not to be reported. `hash` is the address behind `#`. */
export function describeFault(error: unknown, hash: string): Fault | null {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  const text = error instanceof Error || error instanceof DOMException ? error.message : String(error)
  if (expected.has(name) || noise.test(text)) return null
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  return {
    page: (hash.replace(/^#/, '').split('?')[0] ?? '').slice(0, longest.page),
    message: withoutTyped(withoutQueries(name && name !== 'Error' ? `${name}: ${text}` : text)).slice(
      0,
      longest.message,
    ),
    // Frames only: the first lines repeat the message.
    stack: withoutQueries(
      stack
        .split('\n')
        .filter((line) => /^\s*at |@\S+:\d+/.test(line))
        .map((line) => line.trim())
        .join('\n'),
    ).slice(0, longest.stack),
  }
}

const withoutQueries = (text: string): string => text.replace(/(\/[^\s?#)'"]*)\?[^\s)'":]*/g, '$1')

/** What stands in quotation marks is kept when it is a name of the code's; long numbers may be phones and papers. */
const withoutTyped = (text: string): string =>
  text
    .replace(/(["'`“])([^"'`”]*)(["'`”])/g, (_, open: string, inner: string, close: string) =>
      /^[\w$.#[\]-]{1,40}$/.test(inner) ? `${open}${inner}${close}` : `${open}…${close}`,
    )
    .replace(/\d{6,}/g, '#')
