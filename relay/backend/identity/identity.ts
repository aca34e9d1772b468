import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { dayMs } from '#shared/primitives/time-units.ts'
import type { Database, Queryable } from '#relay/database/database.ts'
import { accountRoutes } from './admin/account-routes.ts'
import { createAccountsAdmin, type AccountsAdmin } from './admin/accounts-admin.ts'
import type { IdentityContext } from './identity-context.ts'
import { identityRoutes } from './identity-routes.ts'
import { defaultSettings, type IdentitySettings } from './identity-settings.ts'
import { deliverBySmtp, deliverToOutbox } from './mail/deliver.ts'
import { createMailer } from './mail/mailer.ts'
import { readKeyFile } from '#relay/backend/secrets/key-file.ts'
import { createKeyRing } from '#relay/backend/secrets/key-ring.ts'
import { createLimits } from './safety/limits.ts'
import { createPasswordHasher } from './safety/password-hasher.ts'
import { hashToken, newToken } from './safety/token.ts'
import { createSessions } from './sessions/sessions.ts'
import { createSignedInSessions, type SignedInSessions } from './sessions/signed-in.ts'
import { hasAdministratorAccount, replaceSetUpLink } from './store/set-up-links.ts'

const ago = (now: Date, days: number) => new Date(now.getTime() - days * dayMs)

/** Flows are retained for a day after they expire, so that they can be reported as expired. */
const prune = async (database: Queryable, now: Date): Promise<void> => {
  await database.query('delete from identity.flows where expires_at < $1', [ago(now, 1)])
  await database.query('delete from identity.sessions where expires_at < $1', [now])
  await database.query('delete from identity.set_up_links where expires_at < $1', [now])
  await database.query('delete from identity.errors where created_at < $1', [ago(now, 7)])
  await database.query('delete from identity.events where at < $1', [ago(now, 180)])
}

interface IdentityOptions {
  readonly database: Database
  readonly dataDir: string
  /** Undefined: the key file of the data folder. */
  readonly key?: Uint8Array | undefined
  readonly log: FastifyBaseLogger
  readonly publicUrl: string | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly settings?: Partial<IdentitySettings>
  readonly now?: () => Date
}

export interface Identity {
  readonly routes: FastifyPluginAsync
  readonly sessions: Pick<SignedInSessions, 'findViewer' | 'lacksAccess' | 'onChange'>
  readonly accounts: AccountsAdmin
  readonly accountRoutes: FastifyPluginAsync
  /** Valid once and for a day; invalidates earlier links. Null if there is an administrator. */
  setUpLink(consoleUrl: string): Promise<string | null>
  stop(): Promise<void>
}

const pruneEveryMs = 10 * 60_000
const mailGraceMs = 3_000

export const identityPrefix = '/api/.ory'

export const startIdentity = async (options: IdentityOptions): Promise<Identity> => {
  const { database, dataDir, log, publicUrl, smtpUrl, mailFrom } = options
  const now = options.now ?? (() => new Date())
  const settings = { ...defaultSettings, ...options.settings }
  const keyFile = join(dataDir, 'identity.key')
  const ring = createKeyRing(options.key ?? (await readKeyFile(keyFile)))
  await requireSameKey(database, ring.fingerprint, options.key === undefined ? keyFile : 'IDENTITY_KEY')

  const outbox = join(dataDir, 'outbox')
  if (smtpUrl === undefined) log.info({ folder: outbox }, 'SMTP_URL not set, writing mails to the outbox')
  const deliver = smtpUrl === undefined ? deliverToOutbox(outbox, mailFrom, now) : deliverBySmtp(smtpUrl, mailFrom)
  const mailer = createMailer(deliver, log)

  const context: IdentityContext = {
    database,
    settings,
    publicUrl,
    now,
    log,
    ring,
    hasher: await createPasswordHasher(settings.passwordCost),
    limits: createLimits(() => now().getTime()),
    mailer,
    sessions: createSessions({ database, settings, now }),
  }
  const signedIn = await createSignedInSessions({
    database,
    cookieName: settings.sessionCookie,
    now,
    onListenerError: (error) => log.error({ err: error }, 'session change listener failed'),
  })

  const accounts = createAccountsAdmin(context)
  const forget = () =>
    prune(database, now()).catch((error: unknown) => log.warn({ err: error }, 'sign-in flow pruning failed, retrying'))
  await forget()
  const pruning = setInterval(() => void forget(), pruneEveryMs).unref()

  return {
    routes: identityRoutes(context),
    sessions: signedIn,
    accounts,
    accountRoutes: async (app) => {
      await app.register(accountRoutes, { accounts, publicUrl, mail: smtpUrl === undefined ? 'outbox' : 'server' })
    },
    setUpLink: async (consoleUrl) => {
      if (await hasAdministratorAccount(database)) return null
      const token = newToken('')
      await replaceSetUpLink(database, hashToken(token), new Date(now().getTime() + settings.setUpLinkLifeMs))
      return new URL(`${identityPrefix}/self-service/registration/browser?set_up=${token}`, consoleUrl).href
    },
    stop: async () => {
      clearInterval(pruning)
      await Promise.race([mailer.settled(), wait(mailGraceMs, undefined, { ref: false })])
      await signedIn.stop()
    },
  }
}

const requireSameKey = async (database: Database, fingerprint: Uint8Array, source: string): Promise<void> => {
  const isSame = await database.transaction(async (transaction) => {
    await transaction.query('lock table identity.seal_keys in exclusive mode')
    await transaction.query(
      'insert into identity.seal_keys (fingerprint) select $1 where not exists (select 1 from identity.seal_keys)',
      [fingerprint],
    )
    const { rows } = await transaction.query('select 1 from identity.seal_keys where fingerprint = $1', [fingerprint])
    return rows.length > 0
  })
  if (!isSame) {
    throw new Error(
      `${source} is not the key that the second factors of this database were encrypted with. ` +
        'Restore the right key. Relay instances that share a database need the same key: set IDENTITY_KEY on each.',
    )
  }
}
