import type { FastifyReply, FastifyRequest } from 'fastify'
import { dayMs } from '#shared/primitives/time-units.ts'
import { listeningUrl } from '#relay/config/listening-address.ts'
import type { IdentityContext } from '#relay/backend/identity/identity-context.ts'
import { hashToken } from '#relay/backend/identity/safety/token.ts'
import type { ActiveSession } from '#relay/backend/identity/sessions/sessions.ts'
import { invalid } from '#relay/errors/http-error.ts'
import { csrfCookieName, readCookie } from './cookies.ts'
import { isCsrfSecret, maskCsrf, matchesCsrf, newCsrfSecret } from './csrf.ts'
import { formFromJson, formFromUrlEncoded, type Form } from './form.ts'
import { returnToForbidden } from './self-service-error.ts'
import { wantsJson } from './wants-json.ts'

const unusual = /[\p{Cc}\\]/u

/** Security: undefined for any address outside this console (open redirects). A path is relative to the console. */
export const returnAddress = (text: string, origin: string): string | undefined => {
  if (text.length > 4_096 || unusual.test(text) || !URL.canParse(text, `${origin}/`)) return undefined
  const url = new URL(text, `${origin}/`)
  const isOwnOrigin = url.origin === new URL(origin).origin && url.username === '' && url.password === ''
  return isOwnOrigin ? url.href : undefined
}

const csrfLifeMs = 365 * dayMs

export class Visitor {
  readonly context: IdentityContext
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly origin: string
  readonly base: string
  readonly isJson: boolean
  readonly #csrfCookie: string
  #csrfSecret: string | undefined
  #session: Promise<ActiveSession | null> | undefined

  constructor(context: IdentityContext, prefix: string, request: FastifyRequest, reply: FastifyReply) {
    this.context = context
    this.request = request
    this.reply = reply
    const { publicUrl } = context
    this.origin = publicUrl === undefined ? `${request.protocol}://${request.host}` : new URL(publicUrl).origin
    this.base = `${this.origin}${prefix}`
    this.isJson = wantsJson(request.headers.accept, request.headers['content-type'])
    this.#csrfCookie = csrfCookieName(this.base)
    const secret = readCookie(request.headers.cookie, this.#csrfCookie)
    this.#csrfSecret = secret !== undefined && isCsrfSecret(secret) ? secret : undefined
  }

  get address(): string {
    return this.request.ip
  }

  get userAgent(): string {
    return this.request.headers['user-agent'] ?? ''
  }

  query(name: string): string | undefined {
    const query = this.request.query
    const value: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined
    return typeof value === 'string' && value !== '' ? value : undefined
  }

  get form(): Form {
    const { body } = this.request
    if (typeof body !== 'string') return new Map()
    if (this.request.headers['content-type']?.startsWith('application/json') !== true) return formFromUrlEncoded(body)
    try {
      return formFromJson(body)
    } catch {
      throw invalid('The body is not valid JSON.')
    }
  }

  session(): Promise<ActiveSession | null> {
    this.#session ??= this.#findSession()
    return this.#session
  }

  async #findSession(): Promise<ActiveSession | null> {
    const { headers } = this.request
    const { settings, sessions } = this.context
    const bearer = headers.authorization?.match(/^bearer (ory_st_\S+)$/i)?.[1]
    const header = headers['x-session-token']
    const token = readCookie(headers.cookie, settings.sessionCookie) ?? (typeof header === 'string' ? header : bearer)
    return token === undefined || token === '' ? null : sessions.find(token)
  }

  returnTo(): string | null {
    const wanted = this.query('return_to')
    if (wanted === undefined) return null
    const address = returnAddress(wanted, this.origin)
    if (address === undefined) throw returnToForbidden()
    return address
  }

  page(path: string, query: Readonly<Record<string, string>> = {}): string {
    const url = new URL(path, this.origin)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url.href
  }

  /** Security: uses PUBLIC_URL or the listening address, never the request's Host header. */
  mailed(path: string, query: Readonly<Record<string, string>>): string {
    const own = new URL(this.service(path, query))
    const console = new URL(this.context.publicUrl ?? listeningUrl(this.request.server.server) ?? this.origin)
    return new URL(`${own.pathname}${own.search}`, console.origin).href
  }

  service(path: string, query: Readonly<Record<string, string | null>> = {}): string {
    const url = new URL(`${this.base}${path}`)
    for (const [name, value] of Object.entries(query)) if (value !== null) url.searchParams.set(name, value)
    return url.href
  }

  ensureCsrf(): void {
    if (this.#csrfSecret === undefined) this.renewCsrf()
  }

  /** Invalidates the forms in other tabs. */
  renewCsrf(): void {
    this.#csrfSecret = newCsrfSecret()
    this.#setCookie(this.#csrfCookie, this.#csrfSecret, csrfLifeMs)
  }

  /** Binds a flow to its browser; undefined without a CSRF cookie. */
  get browser(): Buffer | undefined {
    return this.#csrfSecret === undefined ? undefined : hashToken(this.#csrfSecret)
  }

  csrfToken(): string {
    return maskCsrf(this.#csrfSecret ?? '')
  }

  matchesCsrf(token: string | undefined): boolean {
    return this.#csrfSecret !== undefined && token !== undefined && matchesCsrf(this.#csrfSecret, token)
  }

  async setSessionCookie(token: string): Promise<ActiveSession> {
    const { settings, sessions, now } = this.context
    const session = await sessions.find(token)
    if (session === null) throw new Error('The new session was not found.')
    this.#session = Promise.resolve(session)
    this.#setCookie(settings.sessionCookie, token, Date.parse(session.expiresAt) - now().getTime())
    return session
  }

  forgetSession(): void {
    this.#session = undefined
  }

  dropSession(): void {
    this.#session = Promise.resolve(null)
    this.#setCookie(this.context.settings.sessionCookie, '', 0)
    this.renewCsrf()
  }

  async redirect(to: string, status: 302 | 303 = 303): Promise<FastifyReply> {
    return this.reply.redirect(to, status)
  }

  #setCookie(name: string, value: string, maxAgeMs: number): void {
    this.reply.setCookie(name, value, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.origin.startsWith('https:'),
      maxAge: Math.max(0, Math.floor(maxAgeMs / 1_000)),
    })
  }
}
