import type { FastifyPluginAsync } from 'fastify'
import type { SignIn } from '#relay/access/sign-in.ts'
import type { OnChange } from '#relay/backend/change.ts'
import type { Config } from '#relay/config/config.ts'
import type { HostedConfig } from '#relay/config/hosted.ts'
import type { Part } from '#relay/http/status-routes.ts'
import type { LiveAccess } from '#relay/live/delivery/live-access.ts'
import type { AskBackend } from '#relay/live/sources/fetch-text.ts'
import type { LogRoutesOptions } from '#relay/live/sources/playbooks/log-routes.ts'
import type { CanRunCheck } from '#relay/proxy/check-run-guard.ts'
import type { IdentityService } from './identity-service.ts'

/** How people sign in, and what each of them sees. */
export type RelayAccess = LiveAccess & Pick<SignIn, 'lacksAccess'>

/** What a backend's routes are handed, by which the relay decides what that backend does not. */
export interface BackendGuards {
  readonly canRunCheck: CanRunCheck
  readonly logs: LogRoutesOptions
}

/** What decides how a relay uses its backend. */
export interface AttachOptions {
  readonly config: Pick<Config, 'standaloneRoles' | 'publicUrl'>
  /** How people sign in; nobody does when it is left out. */
  readonly access?: RelayAccess | undefined
  readonly identity?: IdentityService | undefined
}

/** The backend as the relay uses it, wherever it is. */
export interface AttachedBackend {
  readonly kind: 'embedded' | 'remote' | 'organisations'
  /** Asks it with the relay's own rights, or in hosted mode with those of whoever is being asked for. */
  readonly ask: AskBackend
  /** Names the one that would be asked now, where there are several. */
  readonly getName?: () => string
  /** Who sends a request, with what the backend tells of their rights as far as the relay decides by them. */
  readonly access: RelayAccess
  /** The same of who watches, which the relay alone decides. */
  readonly liveAccess: RelayAccess
  /** In hosted mode: how pages sign in and whom they ask. */
  readonly hosted?: HostedConfig
  /** For `/readyz`. */
  readonly parts: readonly Part[]
  /** What comes before every request is answered. */
  readonly beforeRequests?: FastifyPluginAsync
  /** What is answered by the backend, and in hosted mode by the provider. */
  readonly routes: (guards: BackendGuards) => FastifyPluginAsync
  /** Tells of each change, where the backend does. */
  readonly onChange?: (listener: OnChange) => () => void
}
