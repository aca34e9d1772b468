import type { FastifyPluginAsync } from 'fastify'
import type { SignIn } from '#relay/access/sign-in.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import type { Config } from '#relay/config/config.ts'
import type { HostedConfig } from '#relay/config/hosted.ts'
import type { Part } from '#relay/http/status-routes.ts'
import type { LiveAccess } from '#relay/live/delivery/live-access.ts'
import type { AskBackend } from '#relay/live/sources/fetch-text.ts'
import type { LogRoutesOptions } from '#relay/live/sources/playbooks/log-routes.ts'
import type { CanRunCheck } from '#relay/proxy/check-run-guard.ts'
import type { IdentityService } from './identity-service.ts'

export type RelayAccess = LiveAccess & Pick<SignIn, 'lacksAccess'>

export interface BackendGuards {
  readonly canRunCheck: CanRunCheck
  readonly logs: LogRoutesOptions
}

export interface AttachOptions {
  readonly config: Pick<Config, 'standaloneRoles' | 'publicUrl'>
  readonly access?: RelayAccess | undefined
  readonly identity?: IdentityService | undefined
}

export interface AttachedBackend {
  readonly kind: 'embedded' | 'remote' | 'organisations'
  /** Uses the relay's own permissions; in hosted mode, those of the current scope. */
  readonly ask: AskBackend
  readonly getName?: () => string
  readonly access: RelayAccess
  readonly liveAccess: RelayAccess
  readonly hosted?: HostedConfig
  readonly parts: readonly Part[]
  readonly beforeRequests?: FastifyPluginAsync
  readonly routes: (guards: BackendGuards) => FastifyPluginAsync
  readonly onChange?: (listener: OnChange) => () => void
}
