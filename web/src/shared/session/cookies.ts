/** Cookies of this site: read, written and dropped in one way. All are Strict: no other site needs them sent. */
export function readCookie(name: string): string | null {
  for (const part of document.cookie.split('; ')) {
    const at = part.indexOf('=')
    if (part.slice(0, at) === name) return decodeURIComponent(part.slice(at + 1))
  }
  return null
}

/** Without `days` it lives as long as the browser. */
export function writeCookie(name: string, value: string, { days }: { days?: number } = {}): void {
  const age = days === undefined ? '' : `; Max-Age=${days * 86_400}`
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https, and we also run on plain http in a LAN
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict${age}${secure}`
}

export function dropCookie(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${name}=; Path=/; SameSite=Strict; Max-Age=0`
}
