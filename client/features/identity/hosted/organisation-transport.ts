import { ApiError } from '#client/api/api-error.ts'
import type { AuthTransport } from '#client/api/auth-transport.ts'
import { readClaims } from './claims.ts'

export const readDirectMode = (value: unknown): boolean => {
  if (value === undefined || value === false || value === 'false') return false
  if (value === true || value === 'true') return true
  throw new Error('Invalid boolean value')
}

interface ProviderSession {
  readonly getToken: (options: { readonly template: string; readonly skipCache?: boolean }) => Promise<string | null>
}

interface AuthTransportOptions {
  readonly organisation: { readonly id: string; readonly publicMetadata: Readonly<Record<string, unknown>> }
  readonly session: () => ProviderSession | null | undefined
  readonly onOtherOrganisation: () => void
}

const template = 'Backend'

const toTokenError = (error: unknown): unknown => {
  const status: unknown = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  if (typeof status !== 'number' || !(error instanceof Error)) return error
  const message = `The sign-in provider returned no token for template '${template}': ${error.message}`
  return new ApiError({ kind: 'answered', status: 502, message, where: `template ${template}`, cause: error })
}

/** Null when signed out, before a new session has an organization, or when another organization has become active. */
export const organisationToken = async (
  { organisation, session, onOtherOrganisation }: AuthTransportOptions,
  { skipCache }: { readonly skipCache: boolean } = { skipCache: false },
): Promise<string | null> => {
  const token = await (session()?.getToken({ template, skipCache }) ?? Promise.resolve(null)).catch(
    (error: unknown) => {
      throw toTokenError(error)
    },
  )
  if (token === null) return null
  const other = readClaims(token).organisation
  if (other === null || other === organisation.id) return token
  if (other !== '') onOtherOrganisation()
  return null
}

export const organisationTransport = (options: AuthTransportOptions): AuthTransport => {
  const { direct, backend_url: backendUrl } = options.organisation.publicMetadata
  const base = readDirectMode(direct) && typeof backendUrl === 'string' ? backendUrl.replace(/\/+$/, '') : null
  return {
    token: () => organisationToken(options),
    toUrl: (path) => (base !== null && path.startsWith('/api/') ? base + path.slice('/api'.length) : path),
  }
}
