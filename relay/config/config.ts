import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { roles } from '#shared/access/roles.ts'
import { mailAddress } from '#shared/identity/mail-address.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import {
  hostedAllowed,
  hostedConfigOf,
  hostedConflict,
  hostedRedacted,
  hostedVariables,
  type HostedConfig,
} from '#relay/config/hosted.ts'
import { connectionUrl } from '#relay/config/connection-text.ts'
import { isLoopback } from '#relay/config/is-loopback.ts'
import { redactUrl } from '#relay/config/redact-url.ts'
import { trustedProxiesSchema } from '#relay/config/trusted-proxies.ts'

const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
const postgresUrl = z
  .string()
  .transform(connectionUrl('postgres'))
  .pipe(z.url({ protocol: /^postgres(ql)?$/ }))
const absolutePath = z.string().transform((path) => resolve(path))
const list = z.string().transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
const hourMs = 60 * 60_000
const onOff = z.enum(['on', 'off']).transform((text) => text === 'on')
const countUpTo6Digits = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
const sureOfStandalone = 'yes-i-mean-it'

const environmentSchema = z.object({
  PORT: z.string().regex(/^\d+$/).transform(Number).pipe(z.number().max(65_535)).default(4600),
  HOST: z.string().regex(/^\S+$/).default('127.0.0.1'),
  PUBLIC_URL: httpUrl.optional(),
  ALLOWED_HOSTS: list.pipe(z.array(z.string().regex(/^[^/]+$/))).default([]),
  TRUSTED_PROXIES: trustedProxiesSchema.default([]),
  DATA_DIR: absolutePath.default(resolve('data')),
  RESOURCES_DIR: absolutePath.refine((path) => existsSync(path)).optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_BACKUP_EVERY: z.string().transform(parseDuration).pipe(z.number().min(60_000)).optional(),
  DATABASE_BACKUP_KEEP: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .pipe(z.number().min(1))
    .default(7),
  DATA_DIR_WARN_FREE_MB: z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .default(500),
  JOURNAL_PATCHES_FOR: z
    .string()
    .transform(parseDuration)
    .pipe(z.number().min(hourMs))
    .default(24 * hourMs),
  JOURNAL_KEYFRAMES_FOR: z
    .string()
    .transform(parseDuration)
    .pipe(z.number().min(hourMs))
    .default(14 * 24 * hourMs),
  JOURNAL_MAX_MB: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.number().min(16))
    .default(512),
  EXEC: onOff.default(true),
  EXEC_SANDBOX: z.enum(['auto', 'namespace', 'user', 'off']).default('auto'),
  EXEC_USER: z
    .string()
    .regex(/^[\w.-]+$/)
    .optional(),
  EXEC_MEMORY_MB: countUpTo6Digits.default(2048),
  EXEC_PROCESSES: countUpTo6Digits.default(512),
  EXEC_FILE_MB: countUpTo6Digits.default(4096),
  SECRETS_KEY: z
    .base64()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine(({ length }) => length === 32)
    .optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  BACKEND_URL: httpUrl.optional(),
  BACKEND_LISTEN_URL: postgresUrl.optional(),
  CANARY_SUMMARY_PATH: z
    .string()
    .regex(/^\/api\/\S+$/)
    .default('/api/canary/api/summary'),
  AUTH_MODE: z.enum(['standalone', 'identity', 'hosted']).default('standalone'),
  ...hostedVariables,
  IDENTITY_URL: httpUrl.optional(),
  ALLOW_SIGN_UP: onOff.default(false),
  SIGN_IN_BY_ADDRESS: onOff.default(true),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().regex(/@/).default('quarterdeck@localhost'),
  // A backend's own default administrator is admin@local, whose host has no dot.
  ADMINISTRATORS: list
    .pipe(
      z.array(
        z
          .string()
          .regex(/^[^\s@]+@[^\s@]+$/)
          .transform(mailAddress),
      ),
    )
    .default([]),
  STANDALONE_ROLES: list.pipe(z.array(z.enum(roles)).min(1)).default(['admin']),
  ALLOW_INSECURE_STANDALONE: z.literal(sureOfStandalone).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})
type Variable = keyof z.infer<typeof environmentSchema>

/** What each variable may be, as the person who set it reads it. */
const allowed: Record<Variable, string> = {
  PORT: 'a port number from 0 to 65535, where 0 takes any free one',
  HOST: 'an address of this machine to listen on, such as 127.0.0.1',
  PUBLIC_URL: 'the address that browsers use, such as https://console.example.org',
  ALLOWED_HOSTS: 'host names with commas between them, without http:// and paths',
  TRUSTED_PROXIES: 'addresses or blocks of them with commas between them, such as 10.0.0.5, 192.168.1.0/24',
  DATA_DIR: 'a folder',
  RESOURCES_DIR: 'a folder that exists',
  DATABASE_URL: 'an address that begins with postgres://',
  DATABASE_BACKUP_EVERY: 'a duration of a minute or more, such as 6h or 1d',
  DATABASE_BACKUP_KEEP: 'how many back-ups stay, from 1 to 9999',
  DATA_DIR_WARN_FREE_MB: 'megabytes, from 0 to 9999999',
  JOURNAL_PATCHES_FOR: 'a duration of an hour or more, such as 24h',
  JOURNAL_KEYFRAMES_FOR: 'a duration of an hour or more, such as 14d',
  JOURNAL_MAX_MB: 'megabytes, from 16 to 999999',
  EXEC: 'on or off',
  EXEC_SANDBOX: 'auto, namespace, user or off',
  EXEC_USER: 'the name of a user of this machine',
  EXEC_MEMORY_MB: 'megabytes, from 0 (no limit) to 999999',
  EXEC_PROCESSES: 'a number, from 0 (no limit) to 999999',
  EXEC_FILE_MB: 'megabytes, from 0 (no limit) to 999999',
  SECRETS_KEY: '32 random bytes as base64, such as `openssl rand -base64 32` prints',
  REDIS_URL: 'an address that begins with redis:// or rediss://',
  BACKEND_URL: 'an address that begins with http:// or https://',
  BACKEND_LISTEN_URL: 'an address that begins with postgres://',
  CANARY_SUMMARY_PATH: 'a path that begins with /api/',
  AUTH_MODE: 'standalone, identity for people who sign in, or hosted for people of organisations who do',
  ...hostedAllowed,
  IDENTITY_URL: 'the public address of an identity service, which begins with http:// or https://',
  ALLOW_SIGN_UP: 'on or off',
  SIGN_IN_BY_ADDRESS: 'on or off',
  SMTP_URL: 'an address that begins with smtp:// or smtps://',
  MAIL_FROM: 'an email address',
  ADMINISTRATORS: 'email addresses with commas between them',
  STANDALONE_ROLES: `one or more of ${roles.join(', ')}, with commas between them`,
  ALLOW_INSECURE_STANDALONE: sureOfStandalone,
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
}

const redacted: Partial<Record<Variable, (text: string) => string>> = {
  DATABASE_URL: redactUrl,
  SECRETS_KEY: () => '(hidden)',
  REDIS_URL: redactUrl,
  BACKEND_URL: redactUrl,
  BACKEND_LISTEN_URL: redactUrl,
  PUBLIC_URL: redactUrl,
  IDENTITY_URL: redactUrl,
  SMTP_URL: redactUrl,
  ...hostedRedacted,
}

/** How the relay was told to run. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly publicUrl: string | undefined
  /** Names besides its own that the relay answers to. */
  readonly allowedHosts: readonly string[]
  /** From these addresses X-Forwarded-For and X-Forwarded-Proto say where a request came from; nobody's count otherwise. */
  readonly trustedProxies: readonly string[]
  readonly dataDir: string
  /** With less room than this on the disk of `dataDir`, people are warned. */
  readonly warnFreeBytes: number
  readonly resourcesDir: string | undefined
  readonly databaseUrl: string | undefined
  /** How often the embedded database is backed up, and how many back-ups stay. Undefined: never. */
  readonly databaseBackups: { readonly everyMs: number; readonly keep: number } | undefined
  /** How much of what the console observed is kept; what is oldest goes first. */
  readonly journal: { readonly patchesForMs: number; readonly keyframesForMs: number; readonly mostBytes: number }
  /** What stored secrets are encrypted with; undefined: the key file of the data folder. */
  readonly secretsKey: Uint8Array | undefined
  /** Whether programs of documents run, and kept away from the relay how. */
  readonly exec: {
    readonly isOn: boolean
    readonly wanted: 'auto' | 'namespace' | 'user' | 'off'
    readonly user: string | undefined
    /** What a program may use; 0 is as much as the machine has. */
    readonly limits: { readonly memoryMb: number; readonly processes: number; readonly fileMb: number }
  }
  /** Where several relays share what they follow; may carry a user and password. Undefined: this relay is alone. */
  readonly redisUrl: string | undefined
  /** Without a slash at the end; may carry a user and password for the backend. Undefined: the embedded backend. */
  readonly backendUrl: string | undefined
  /** The remote backend's database, where the relay may hear of changes at once. Undefined: it finds out by asking. */
  readonly backendListenUrl: string | undefined
  readonly summaryPath: string
  readonly authMode: 'standalone' | 'identity' | 'hosted'
  /** Set in hosted mode. */
  readonly hosted: HostedConfig | undefined
  /** The identity service of `identity` mode, without a slash at the end. Undefined: the embedded one. */
  readonly identityUrl: string | undefined
  /** Whether anybody may register at the embedded identity service. */
  readonly allowSignUp: boolean
  /** Whether the sign-in page takes a name and password from its address. */
  readonly signInByAddress: boolean
  /** Where the embedded identity service's mails go; undefined: into the outbox of the data folder. */
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** Whom a remote identity service vouches for by these verified addresses is administrator here. */
  readonly administrators: readonly string[]
  readonly standaloneRoles: readonly string[]
  readonly logLevel: string
}

/** The message lists every problem, one a line, without secrets. */
export class ConfigError extends Error {}

const isVariable = (name: unknown): name is Variable => typeof name === 'string' && name in allowed

const problemOf = (name: Variable, text: string): string => {
  const shown = (redacted[name] ?? JSON.stringify)(text)
  return `${name} is ${shown}. Allowed: ${allowed[name]}.`
}

/** Why variables that are right by themselves do not go together. */
const conflictOf = (read: z.infer<typeof environmentSchema>): string | null => {
  const beyond = `HOST is ${JSON.stringify(read.HOST)}`
  const isOpen = !isLoopback(read.HOST)
  if (read.AUTH_MODE !== 'standalone' && isOpen && read.PUBLIC_URL === undefined) {
    return `${beyond}: people of other machines will sign in. Set PUBLIC_URL to the address that their browsers use.`
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
    return 'IDENTITY_URL is set, and nobody signs in: AUTH_MODE is standalone. Set AUTH_MODE=identity as well.'
  }
  if (isOpen && read.ALLOW_INSECURE_STANDALONE === undefined) {
    return (
      `${beyond}: other machines could reach a console that asks nobody to sign in. ` +
      'Leave HOST out to listen on this machine only, or set AUTH_MODE=identity so that people sign in. If something in ' +
      `front of the relay keeps strangers out, set ALLOW_INSECURE_STANDALONE=${sureOfStandalone} as well.`
    )
  }
  return null
}

/**
 * Reads the environment. A variable that is set to nothing counts as not set. Throws a ConfigError that names every
 * variable that is wrong, what was read and what is allowed.
 */
export const readConfig = (environment: Record<string, string | undefined>): Config => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, text]) => text !== undefined && text !== ''))
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]).filter(isVariable))
    throw new ConfigError([...wrong].map((name) => problemOf(name, given[name] ?? '')).join('\n'))
  }
  const read = parsed.data
  const conflict = conflictOf(read)
  if (conflict !== null) throw new ConfigError(conflict)
  const resourcesHere = resolve('resources')
  return {
    port: read.PORT,
    host: read.HOST,
    publicUrl: read.PUBLIC_URL,
    allowedHosts: read.ALLOWED_HOSTS,
    trustedProxies: read.TRUSTED_PROXIES,
    dataDir: read.DATA_DIR,
    warnFreeBytes: read.DATA_DIR_WARN_FREE_MB * 2 ** 20,
    resourcesDir: read.RESOURCES_DIR ?? (existsSync(resourcesHere) ? resourcesHere : undefined),
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
    secretsKey: read.SECRETS_KEY,
    exec: {
      isOn: read.EXEC,
      wanted: read.EXEC_SANDBOX,
      user: read.EXEC_USER,
      limits: { memoryMb: read.EXEC_MEMORY_MB, processes: read.EXEC_PROCESSES, fileMb: read.EXEC_FILE_MB },
    },
    redisUrl: read.REDIS_URL,
    backendUrl: read.BACKEND_URL,
    backendListenUrl: read.BACKEND_LISTEN_URL,
    summaryPath: read.CANARY_SUMMARY_PATH,
    authMode: read.AUTH_MODE,
    hosted: read.AUTH_MODE === 'hosted' ? hostedConfigOf(read) : undefined,
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
