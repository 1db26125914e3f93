import { isIP } from 'node:net'
import { type Language, languages } from '@xunyun/contract/pages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { From } from '../accessLog.ts'

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

/**
 * Where a request came from: what the trusted proxies say (TRUST_PROXY), if that is an address; else who is connected. An
 * IPv4 address is written as one, however the connection names it.
 */
export function addressOf(request: FastifyRequest): string {
  const told = request.ip.replace(/^::ffff:(?=\d+\.)/, '')
  return isIP(told) === 0 ? (request.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '') : told
}
/**
 * Said once: a proxy stands before the server that nobody named, so that all who come through it share its address, and with
 * it their pauses after wrong passwords.
 */
export function warnOfUntrustedProxies(app: FastifyInstance, log: Logger): void {
  const said = { once: false }
  app.addHook('onRequest', (request, _, done) => {
    // Without a trusted proxy the chain is the connection alone.
    if (!said.once && request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 1) < 2) {
      said.once = true
      log.warn(
        { from: request.socket.remoteAddress },
        'X-Forwarded-For came from an address that TRUST_PROXY does not name: it is not believed, and all who come from there count as one address',
      )
    }
    done()
  })
}

export const fromOf = (request: FastifyRequest): From => ({
  address: addressOf(request),
  agent: request.headers['user-agent'] ?? '',
})

const isLanguage = (value: string | undefined): value is Language => languages.some((language) => language === value)

/** The language of an answer: cookie, else Accept-Language, else English (SH-15), or what its readers mostly speak. */
export function languageOf(request: FastifyRequest, otherwise: Language = 'en'): Language {
  const chosen = cookie(request, 'language')
  if (isLanguage(chosen)) return chosen
  for (const part of (request.headers['accept-language'] ?? '').split(',')) {
    const wanted = part.trim().slice(0, 2).toLowerCase()
    if (isLanguage(wanted)) return wanted
  }
  return otherwise
}

/** The session token: the header; the cookie counts for downloads below /api/files/ alone, which can't send a header. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers.token
  if (typeof header === 'string' && header !== '') return header
  return request.url.startsWith('/api/files/') ? cookie(request, 'Admin-Token') : undefined
}
