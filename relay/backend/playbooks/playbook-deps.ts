import type { FastifyBaseLogger } from 'fastify'
import type { OnChange } from '#relay/backend/rows/change.ts'
import type { ClientContext } from '#relay/backend/clients/run/client-context.ts'
import type { RunEngine } from '#relay/backend/playbooks/runs/run-engine.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { SealedParameters } from '#relay/backend/playbooks/spec/secret-parameters.ts'
import type { Database } from '#relay/database/database.ts'

export interface PlaybookDeps {
  readonly database: Database
  readonly engine: RunEngine
  readonly parameters: SealedParameters
  readonly secrets: StoredSecrets
  readonly onChange: OnChange
  readonly log: FastifyBaseLogger
  readonly resolveSecret: ClientContext['resolveSecret']
}
