import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#relay/database/database.ts'
import type { IdentitySettings } from './identity-settings.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Limits } from './safety/limits.ts'
import type { KeyRing } from '#relay/backend/secrets/key-ring.ts'
import type { PasswordHasher } from './safety/password-hasher.ts'
import type { Sessions } from './sessions/sessions.ts'

export interface IdentityContext {
  readonly database: Database
  readonly settings: IdentitySettings
  readonly publicUrl: string | undefined
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  readonly ring: KeyRing
  readonly hasher: PasswordHasher
  readonly limits: Limits
  readonly mailer: Mailer
  readonly sessions: Sessions
}
