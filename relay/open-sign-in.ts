import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { embeddedSignIn } from '#relay/access/embedded-sign-in.ts'
import { remoteSignIn } from '#relay/access/remote-sign-in.ts'
import { sightByRights } from '#relay/access/sight.ts'
import type { AppDeps } from '#relay/app.ts'
import { accountRoutes } from '#relay/backend/identity/admin/account-routes.ts'
import { remotePeopleAdmin } from '#relay/backend/people/remote-people-admin.ts'
import { personOfIdentity } from '#relay/backend/people/remote-people.ts'
import type { Config } from '#relay/config/config.ts'
import type { Database } from '#relay/database/database.ts'
import { askBackend, askIdentity } from '#relay/proxy/ask-identity.ts'
import { backendAddressOf } from '#relay/proxy/backend-address.ts'

interface OpenSignIn {
  readonly access: NonNullable<AppDeps['access']>
  readonly identity: NonNullable<AppDeps['identity']>
  /** The link by which the first administrator registers; null when there is one, or when it is another service's business. */
  readonly setUpLink: (consoleUrl: string) => Promise<string | null>
  readonly stop: () => Promise<void>
}

interface OpenSignInOptions {
  readonly config: Config
  readonly database: Database
  readonly log: FastifyBaseLogger
}

const embedded = async ({ config, database, log }: OpenSignInOptions): Promise<OpenSignIn> => {
  const { dataDir, publicUrl, smtpUrl, mailFrom, allowSignUp } = config
  const settings = { allowSignUp }
  const { startIdentity } = await import('#relay/backend/identity/identity.ts')
  const service = await startIdentity({ database, dataDir, log, publicUrl, smtpUrl, mailFrom, settings })
  return {
    access: { ...sightByRights, ...embeddedSignIn(service.sessions) },
    identity: {
      routes: service.routes,
      accountRoutes: service.accountRoutes,
      listUsers: () => service.accounts.list(),
    },
    setUpLink: (consoleUrl) => service.setUpLink(consoleUrl),
    stop: () => service.stop(),
  }
}

/** With the embedded backend the roles of people are kept here, whoever keeps their accounts. */
const rolesHere = ({ config: { administrators, publicUrl }, database }: OpenSignInOptions) => {
  const accounts = remotePeopleAdmin(database, administrators)
  return {
    accountRoutes: async (app: FastifyInstance) => {
      await app.register(accountRoutes, { accounts, publicUrl })
    },
    listUsers: () => accounts.list(),
  }
}

const remote = (url: string, options: OpenSignInOptions): OpenSignIn => {
  const { config, database } = options
  const identityOf = askIdentity(backendAddressOf(url))
  const atBackend = config.backendUrl === undefined ? undefined : askBackend(backendAddressOf(config.backendUrl))
  const here = personOfIdentity(database, config.administrators)
  const ask = async (cookie: string) => {
    const identity = await identityOf(cookie)
    if (identity === null) return null
    return atBackend === undefined ? here(identity) : atBackend(cookie)
  }
  return {
    access: { ...sightByRights, ...remoteSignIn({ ask }) },
    identity: { url, ...(config.backendUrl === undefined && rolesHere(options)) },
    setUpLink: async () => null,
    stop: async () => undefined,
  }
}

/** How people sign in to this relay, as its configuration says; undefined where the relay has no service for it. */
export const openSignIn = async (options: OpenSignInOptions): Promise<OpenSignIn | undefined> => {
  const { authMode, identityUrl } = options.config
  if (authMode !== 'identity') return undefined
  return identityUrl === undefined ? embedded(options) : remote(identityUrl, options)
}
