import type { FastifyReply, FastifyRequest } from 'fastify'
import { listeningUrl } from '#relay/config/listening-address.ts'
import type { IdentityContext } from '#relay/backend/identity/identity-context.ts'
import { hashToken } from '#relay/backend/identity/safety/token.ts'
import type { ActiveSession } from '#relay/backend/identity/sessions/sessions.ts'
import { csrfCookieName, readCookie } from './cookies.ts'
import { isCsrfSecret, maskCsrf, matchesCsrf, newCsrfSecret } from './csrf.ts'
import { formFromJson, formFromUrlEncoded, type Form } from './form.ts'
import { returnAddress } from './return-to.ts'
import { returnToForbidden, SelfServiceError } from './self-service-error.ts'
import { wantsJson } from './wants-json.ts'

const csrfLifeMs = 365 * 24 * 60 * 60_000

/** One request to the identity service: who sends it as far as that is known, and how it wants to be answered. */
export class Visitor {
  readonly context: IdentityContext
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The console, `https://console.example.org`. */
  readonly origin: string
  /** This service, `https://console.example.org/api/.ory`. */
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

  /** A parameter of the address; an empty one counts as absent. */
  query(name: string): string | undefined {
    const query = this.request.query
    const value: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, name) : undefined
    return typeof value === 'string' && value !== '' ? value : undefined
  }

  /** Throws when the body cannot be read as what it says it is. */
  get form(): Form {
    const { body } = this.request
    if (typeof body !== 'string') return new Map()
    if (this.request.headers['content-type']?.startsWith('application/json') !== true) return formFromUrlEncoded(body)
    try {
      return formFromJson(body)
    } catch {
      throw new SelfServiceError({ status: 400, reason: 'The body is no JSON.' })
    }
  }

  /** The session whose token the request carries, in its cookie or a header. */
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

  /** Where to go afterwards: `return_to` of the query, or the console's first page. Throws when it leads elsewhere. */
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

  /** An address of this service for mails: by PUBLIC_URL or where the relay listens, whatever the request says of its host. */
  mailed(path: string, query: Readonly<Record<string, string>>): string {
    const own = new URL(this.service(path, query))
    const console = new URL(this.context.publicUrl ?? listeningUrl(this.request.server.server) ?? this.origin)
    return new URL(`${own.pathname}${own.search}`, console.origin).href
  }

  /** An address of this service. */
  service(path: string, query: Readonly<Record<string, string | null>> = {}): string {
    const url = new URL(`${this.base}${path}`)
    for (const [name, value] of Object.entries(query)) if (value !== null) url.searchParams.set(name, value)
    return url.href
  }

  /** Makes sure that the browser has a CSRF cookie. */
  ensureCsrf(): void {
    if (this.#csrfSecret === undefined) this.renewCsrf()
  }

  /** Forms that other tabs show are void from here on. */
  renewCsrf(): void {
    this.#csrfSecret = newCsrfSecret()
    this.#setCookie(this.#csrfCookie, this.#csrfSecret, csrfLifeMs)
  }

  /** The hash by which a flow knows its browser; undefined when there is no CSRF cookie. */
  get browser(): Buffer | undefined {
    return this.#csrfSecret === undefined ? undefined : hashToken(this.#csrfSecret)
  }

  csrfToken(): string {
    return maskCsrf(this.#csrfSecret ?? '')
  }

  matchesCsrf(token: string | undefined): boolean {
    return this.#csrfSecret !== undefined && token !== undefined && matchesCsrf(this.#csrfSecret, token)
  }

  /** Hands the browser the session of this token; answers the session. */
  async setSessionCookie(token: string): Promise<ActiveSession> {
    const { settings, sessions, now } = this.context
    const session = await sessions.find(token)
    if (session === null) throw new Error('A session that was just made is not there.')
    this.#session = Promise.resolve(session)
    this.#setCookie(settings.sessionCookie, token, Date.parse(session.expiresAt) - now().getTime())
    return session
  }

  /** The session is read anew the next time it is asked for. */
  forgetSession(): void {
    this.#session = undefined
  }

  /** Takes the session's cookie back, and voids the forms of this browser. */
  dropSession(): void {
    this.#session = Promise.resolve(null)
    this.#setCookie(this.context.settings.sessionCookie, '', 0)
    this.renewCsrf()
  }

  /** Sends a browser on. */
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
