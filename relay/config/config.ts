import { resolve } from 'node:path'
import type { z } from 'zod'
import { toHostedConfig, hostedConflict, type HostedConfig } from './hosted.ts'
import { isLoopback } from './is-loopback.ts'
import { allowed, environmentSchema, redacted, insecureStandaloneConsent, type Variable } from './variables.ts'

export interface Config {
  readonly port: number
  readonly host: string
  readonly publicUrl: string | undefined
  readonly allowedHosts: readonly string[]
  /** X-Forwarded-For and X-Forwarded-Proto count only from these addresses. */
  readonly trustedProxies: readonly string[]
  readonly dataDir: string
  readonly warnFreeBytes: number
  /** Need not exist if it is the default. */
  readonly resourcesDir: string
  readonly databaseUrl: string | undefined
  readonly databaseBackups: { readonly everyMs: number; readonly keep: number } | undefined
  readonly journal: { readonly patchesForMs: number; readonly keyframesForMs: number; readonly mostBytes: number }
  /** The first key encrypts, the others only decrypt; undefined: the key file of the data folder. */
  readonly secretsKeys: readonly [Uint8Array, ...Uint8Array[]] | undefined
  /** Of the embedded identity service; undefined: the key file of the data folder. */
  readonly identityKey: Uint8Array | undefined
  readonly exec: {
    readonly isOn: boolean
    readonly wanted: 'auto' | 'namespace' | 'user' | 'off'
    readonly user: string | undefined
    readonly limits: { readonly memoryMb: number; readonly processes: number; readonly fileMb: number }
  }
  readonly relayLeaseMs: number
  readonly redisUrl: string | undefined
  readonly backendUrl: string | undefined
  readonly backendListenUrl: string | undefined
  readonly upstream: { readonly url: string; readonly token: string } | undefined
  readonly summaryPath: string
  readonly chartRegistryUrl: string | undefined
  readonly authMode: 'standalone' | 'identity' | 'hosted'
  readonly hosted: HostedConfig | undefined
  readonly identityUrl: string | undefined
  readonly allowSignUp: boolean
  readonly signInByAddress: boolean
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly administrators: readonly string[]
  readonly standaloneRoles: readonly string[]
  readonly logLevel: string
}

/** `main.ts` prints the message without a stack: one line per error and no secrets. */
export class ConfigError extends Error {}

const isVariable = (name: unknown): name is Variable => typeof name === 'string' && name in allowed

const describeInvalidVariable = (name: Variable, text: string): string => {
  const shown = (redacted[name] ?? JSON.stringify)(text)
  return `${name} is ${shown}. Allowed: ${allowed[name]}.`
}

const upstreamConflict = (read: z.infer<typeof environmentSchema>): string | null => {
  if ((read.UPSTREAM_URL === undefined) !== (read.UPSTREAM_TOKEN === undefined)) {
    return 'Reporting to another console needs both UPSTREAM_URL and UPSTREAM_TOKEN; one of them is not set.'
  }
  if (read.UPSTREAM_URL !== undefined && (read.BACKEND_URL !== undefined || read.AUTH_MODE === 'hosted')) {
    return 'UPSTREAM_URL is set, but this console has no backend of its own to report from. Remove UPSTREAM_URL.'
  }
  return null
}

const findConflict = (read: z.infer<typeof environmentSchema>): string | null => {
  const beyond = `HOST is ${JSON.stringify(read.HOST)}`
  const isOpen = !isLoopback(read.HOST)
  const reporting = upstreamConflict(read)
  if (reporting !== null) return reporting
  if (read.AUTH_MODE !== 'standalone' && isOpen && read.PUBLIC_URL === undefined) {
    return `${beyond}: people on other machines will sign in. Set PUBLIC_URL to the address that their browsers use.`
  }
  if (read.AUTH_MODE === 'hosted') return hostedConflict(read)
  if (read.AUTH_MODE === 'identity') {
    if (read.BACKEND_URL !== undefined && read.IDENTITY_URL === undefined) {
      return (
        'BACKEND_URL is set and IDENTITY_URL is not: a remote backend knows only the people of its own identity service. ' +
        'Set IDENTITY_URL to that service as well.'
      )
    }
    return null
  }
  if (read.IDENTITY_URL !== undefined) {
    return 'IDENTITY_URL is set, but AUTH_MODE is standalone, which has no sign-in. Set AUTH_MODE=identity as well.'
  }
  if (isOpen && read.ALLOW_INSECURE_STANDALONE === undefined) {
    return (
      `${beyond}: other machines could reach this console without signing in. ` +
      'Remove HOST to listen on this machine only, or set AUTH_MODE=identity to require sign-in. If a proxy in ' +
      `front of the relay restricts access, set ALLOW_INSECURE_STANDALONE=${insecureStandaloneConsent} as well.`
    )
  }
  return null
}

export const readConfig = (environment: Record<string, string | undefined>): Config => {
  const environmentSet = Object.fromEntries(
    Object.entries(environment).filter(([, text]) => text !== undefined && text !== ''),
  )
  const parsed = environmentSchema.safeParse(environmentSet)
  if (!parsed.success) {
    const invalidNames = new Set(parsed.error.issues.map(({ path }) => path[0]).filter(isVariable))
    throw new ConfigError(
      [...invalidNames].map((name) => describeInvalidVariable(name, environmentSet[name] ?? '')).join('\n'),
    )
  }
  const read = parsed.data
  const conflict = findConflict(read)
  if (conflict !== null) throw new ConfigError(conflict)
  return {
    port: read.PORT,
    host: read.HOST,
    publicUrl: read.PUBLIC_URL,
    allowedHosts: read.ALLOWED_HOSTS,
    trustedProxies: read.TRUSTED_PROXIES,
    dataDir: read.DATA_DIR,
    warnFreeBytes: read.DATA_DIR_WARN_FREE_MB * 2 ** 20,
    resourcesDir: read.RESOURCES_DIR ?? resolve('resources'),
    databaseUrl: read.DATABASE_URL,
    databaseBackups:
      read.DATABASE_BACKUP_EVERY === undefined
        ? undefined
        : { everyMs: read.DATABASE_BACKUP_EVERY, keep: read.DATABASE_BACKUP_KEEP },
    journal: {
      patchesForMs: read.JOURNAL_PATCHES_FOR,
      keyframesForMs: read.JOURNAL_KEYFRAMES_FOR,
      mostBytes: read.JOURNAL_MAX_MB * 2 ** 20,
    },
    secretsKeys: read.SECRETS_KEY,
    identityKey: read.IDENTITY_KEY,
    exec: {
      isOn: read.EXEC,
      wanted: read.EXEC_SANDBOX,
      user: read.EXEC_USER,
      limits: { memoryMb: read.EXEC_MEMORY_MB, processes: read.EXEC_PROCESSES, fileMb: read.EXEC_FILE_MB },
    },
    relayLeaseMs: read.RELAY_LEASE,
    redisUrl: read.REDIS_URL,
    backendUrl: read.BACKEND_URL,
    backendListenUrl: read.BACKEND_LISTEN_URL,
    upstream:
      read.UPSTREAM_URL === undefined || read.UPSTREAM_TOKEN === undefined
        ? undefined
        : { url: read.UPSTREAM_URL, token: read.UPSTREAM_TOKEN },
    summaryPath: read.CANARY_SUMMARY_PATH,
    chartRegistryUrl: read.CHART_REGISTRY_URL === 'off' ? undefined : read.CHART_REGISTRY_URL,
    authMode: read.AUTH_MODE,
    hosted: read.AUTH_MODE === 'hosted' ? toHostedConfig(read) : undefined,
    identityUrl: read.IDENTITY_URL,
    allowSignUp: read.ALLOW_SIGN_UP,
    signInByAddress: read.SIGN_IN_BY_ADDRESS,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    administrators: read.ADMINISTRATORS,
    standaloneRoles: read.STANDALONE_ROLES,
    logLevel: read.LOG_LEVEL,
  }
}
