import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { embeddedSignIn } from '#relay/access/embedded-sign-in.ts'
import { remoteSignIn } from '#relay/access/remote-sign-in.ts'
import { scopeByRights } from '#relay/access/permission-scope.ts'
import { accountRoutes } from '#relay/backend/identity/admin/account-routes.ts'
import { remotePeopleAdmin } from '#relay/backend/identity/admin/remote-people-admin.ts'
import { createPersonBinder } from '#relay/backend/people/remote-people.ts'
import { keepSignInTimes } from '#relay/backend/people/sign-in-times.ts'
import type { Config } from '#relay/config/config.ts'
import type { Database } from '#relay/database/database.ts'
import { identityBaseUrl } from '#shared/identity/public-address.ts'
import { askBackend, askBaseUrl, askIdentity, type RemoteIdentity } from '#relay/proxy/ask-identity.ts'
import { parseBackendAddress, type BackendAddress } from '#relay/proxy/backend-address.ts'
import { remoteIdentity } from '#relay/proxy/remote-identity.ts'
import { createServiceState, watched } from '#relay/proxy/service-state.ts'
import type { RelayAccess } from './attached-backend.ts'
import type { IdentityService } from './identity-service.ts'

interface OpenSignIn {
  readonly access: RelayAccess
  readonly identity: IdentityService
  readonly setUpLink: (consoleUrl: string) => Promise<string | null>
  readonly checkAddress: (consoleUrl: string) => Promise<void>
  readonly stop: () => Promise<void>
}

interface OpenSignInOptions {
  readonly config: Config
  readonly database: Database
  readonly log: FastifyBaseLogger
}

const embedded = async ({ config, database, log }: OpenSignInOptions): Promise<OpenSignIn> => {
  const { dataDir, identityKey: key, publicUrl, smtpUrl, mailFrom, allowSignUp } = config
  const settings = { allowSignUp }
  const { startIdentity } = await import('#relay/backend/identity/identity.ts')
  const service = await startIdentity({ database, dataDir, key, log, publicUrl, smtpUrl, mailFrom, settings })
  return {
    access: { ...scopeByRights, ...embeddedSignIn(service.sessions) },
    identity: {
      kind: 'embedded',
      routes: service.routes,
      accountRoutes: service.accountRoutes,
      listUsers: () => service.accounts.list(),
    },
    setUpLink: (consoleUrl) => service.setUpLink(consoleUrl),
    checkAddress: async () => undefined,
    stop: () => service.stop(),
  }
}

const rolesHere = ({ config: { administrators, publicUrl }, database }: OpenSignInOptions) => {
  const accounts = remotePeopleAdmin(database, administrators)
  return {
    accountRoutes: async (app: FastifyInstance) => {
      await app.register(accountRoutes, { accounts, publicUrl })
    },
    listUsers: () => accounts.list(),
  }
}

const asNumber = (url: string) => url.replace('//localhost:', '//127.0.0.1:')

const checkBaseUrl = async (service: BackendAddress, consoleUrl: string, { log }: OpenSignInOptions) => {
  const wanted = identityBaseUrl(consoleUrl)
  try {
    const configured = await askBaseUrl(service)
    if (configured === null || asNumber(configured) === asNumber(wanted)) return
    log.warn({ configured, wanted }, 'identity service has another base URL, set its serve.public.base_url')
  } catch (error) {
    log.warn({ err: error }, 'identity service base URL lookup failed')
  }
}

const remote = (url: string, options: OpenSignInOptions): OpenSignIn => {
  const { config, database } = options
  const state = createServiceState()
  const findIdentity = watched(askIdentity(parseBackendAddress(url)), state)
  const atBackend = config.backendUrl === undefined ? undefined : askBackend(parseBackendAddress(config.backendUrl))
  const here = createPersonBinder(database, config.administrators)
  const keepTime = keepSignInTimes(database)
  const personHere = async (identity: RemoteIdentity) => {
    const person = await here(identity)
    if (person !== null) await keepTime(person.id, identity.signedInAt)
    return person
  }
  const ask = async (cookie: string) => {
    const identity = await findIdentity(cookie)
    if (identity === null) return null
    return (await (atBackend === undefined ? personHere(identity) : atBackend(cookie))) ?? 'noAccess'
  }
  const signIn = remoteSignIn({ ask })
  return {
    access: { ...scopeByRights, ...signIn },
    identity: {
      ...remoteIdentity(url, { publicUrl: config.publicUrl, state, onFlowStep: signIn.forget }),
      ...(config.backendUrl === undefined && rolesHere(options)),
    },
    setUpLink: async () => null,
    checkAddress: (consoleUrl) => checkBaseUrl(parseBackendAddress(url), consoleUrl, options),
    stop: async () => undefined,
  }
}

export const openSignIn = async (options: OpenSignInOptions): Promise<OpenSignIn | undefined> => {
  const { authMode, identityUrl } = options.config
  if (authMode !== 'identity') return undefined
  return identityUrl === undefined ? embedded(options) : remote(identityUrl, options)
}
