import { type Language, languages } from '@xunyun/contract/pages'
import type { FastifyRequest } from 'fastify'

/** One cookie's value, decoded; undefined when it is not there. */
export function cookie(request: FastifyRequest, name: string): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, ...rest] = part.trim().split('=')
    if (key === name) {
      try {
        return decodeURIComponent(rest.join('='))
      } catch {
        return undefined
      }
    }
  }
  return undefined
}

const isLanguage = (value: string | undefined): value is Language => languages.some((language) => language === value)

/** The language of an answer: cookie, else Accept-Language, else English (SH-15). */
export function languageOf(request: FastifyRequest): Language {
  const chosen = cookie(request, 'language')
  if (isLanguage(chosen)) return chosen
  for (const part of (request.headers['accept-language'] ?? '').split(',')) {
    const wanted = part.trim().slice(0, 2).toLowerCase()
    if (isLanguage(wanted)) return wanted
  }
  return 'en'
}

/** The session token: the header; the cookie counts for downloads below /api/files/ alone, which can't send a header. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers.token
  if (typeof header === 'string' && header !== '') return header
  return request.url.startsWith('/api/files/') ? cookie(request, 'Admin-Token') : undefined
}
