import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { roles } from '#shared/access/roles.ts'
import { checkSummaryRoute } from '#shared/health/check-routes.ts'
import { mailAddress } from '#shared/identity/mail-address.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import { hourMs } from '#shared/primitives/time-units.ts'
import { connectionUrl } from './connection-text.ts'
import { hostedAllowed, hostedRedacted, hostedVariables } from './hosted.ts'
import { redactUrl } from './redact-url.ts'
import { trustedProxiesSchema } from './trusted-proxies.ts'
import { httpUrl, list } from './variable-kinds.ts'

const postgresUrl = z
  .string()
  .transform(connectionUrl('postgres'))
  .pipe(z.url({ protocol: /^postgres(ql)?$/ }))
const absolutePath = z.string().transform((path) => resolve(path))
const onOff = z.enum(['on', 'off']).transform((text) => text === 'on')
const key = z
  .base64()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine(({ length }) => length === 32)
const countUpTo6Digits = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
export const insecureStandaloneConsent = 'yes-i-mean-it'

export const environmentSchema = z.object({
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
  SECRETS_KEY: list.pipe(z.tuple([key], key)).optional(),
  IDENTITY_KEY: key.optional(),
  RELAY_LEASE: z.string().transform(parseDuration).pipe(z.number().min(1_000).max(600_000)).default(15_000),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  BACKEND_URL: httpUrl.optional(),
  BACKEND_LISTEN_URL: postgresUrl.optional(),
  UPSTREAM_URL: httpUrl.optional(),
  UPSTREAM_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .optional(),
  CANARY_SUMMARY_PATH: z
    .string()
    .regex(/^\/api\/\S+$/)
    .default(checkSummaryRoute.path),
  CHART_REGISTRY_URL: z
    .union([z.literal('off'), httpUrl])
    .default('https://raw.githubusercontent.com/flanksource/mission-control-registry/main/charts'),
  AUTH_MODE: z.enum(['standalone', 'identity', 'hosted']).default('standalone'),
  ...hostedVariables,
  IDENTITY_URL: httpUrl.optional(),
  ALLOW_SIGN_UP: onOff.default(false),
  SIGN_IN_BY_ADDRESS: onOff.default(true),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().regex(/@/).default('quarterdeck@localhost'),
  // The default administrator of a backend is admin@local, whose host has no dot.
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
  ALLOW_INSECURE_STANDALONE: z.literal(insecureStandaloneConsent).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})
export type Variable = keyof z.infer<typeof environmentSchema>

export const allowed: Record<Variable, string> = {
  PORT: 'a port number from 0 to 65535, where 0 takes any free one',
  HOST: 'an address of this machine to listen on, such as 127.0.0.1',
  PUBLIC_URL: 'the address that browsers use, such as https://console.example.org',
  ALLOWED_HOSTS: 'comma-separated host names, without http:// and paths',
  TRUSTED_PROXIES: 'comma-separated addresses or blocks of addresses, such as 10.0.0.5, 192.168.1.0/24',
  DATA_DIR: 'a folder',
  RESOURCES_DIR: 'a folder that exists',
  DATABASE_URL: 'an address that begins with postgres://',
  DATABASE_BACKUP_EVERY: 'a duration of a minute or more, such as 6h or 1d',
  DATABASE_BACKUP_KEEP: 'the number of backups to keep, from 1 to 9999',
  DATA_DIR_WARN_FREE_MB: 'megabytes, from 0 to 9999999',
  JOURNAL_PATCHES_FOR: 'a duration of an hour or more, such as 24h',
  JOURNAL_KEYFRAMES_FOR: 'a duration of an hour or more, such as 14d',
  JOURNAL_MAX_MB: 'megabytes, from 16 to 999999',
  EXEC: 'on or off',
  EXEC_SANDBOX: 'auto, namespace, user or off',
  EXEC_USER: 'the name of a user on this machine',
  EXEC_MEMORY_MB: 'megabytes, from 0 (no limit) to 999999',
  EXEC_PROCESSES: 'a number, from 0 (no limit) to 999999',
  EXEC_FILE_MB: 'megabytes, from 0 (no limit) to 999999',
  SECRETS_KEY:
    '32 random bytes as base64, such as `openssl rand -base64 32` prints; optionally followed by older keys that can still be read, separated by commas',
  IDENTITY_KEY: '32 random bytes as base64, such as `openssl rand -base64 32` prints',
  RELAY_LEASE: 'a duration from 1s to 10m',
  REDIS_URL: 'an address that begins with redis:// or rediss://',
  BACKEND_URL: 'an address that begins with http:// or https://',
  BACKEND_LISTEN_URL: 'an address that begins with postgres://',
  UPSTREAM_URL: 'the address of another console, which begins with http:// or https://',
  UPSTREAM_TOKEN: 'the token that the other console showed when this one was added there as an agent',
  CANARY_SUMMARY_PATH: 'a path that begins with /api/',
  CHART_REGISTRY_URL: 'off, or an address that begins with http:// or https://',
  AUTH_MODE: 'standalone, identity (people sign in) or hosted (people sign in at a hosted provider)',
  ...hostedAllowed,
  IDENTITY_URL: 'the public address of an identity service, which begins with http:// or https://',
  ALLOW_SIGN_UP: 'on or off',
  SIGN_IN_BY_ADDRESS: 'on or off',
  SMTP_URL: 'an address that begins with smtp:// or smtps://',
  MAIL_FROM: 'an email address',
  ADMINISTRATORS: 'comma-separated email addresses',
  STANDALONE_ROLES: `one or more of ${roles.join(', ')}, separated by commas`,
  ALLOW_INSECURE_STANDALONE: insecureStandaloneConsent,
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
}

export const redacted: Partial<Record<Variable, (text: string) => string>> = {
  DATABASE_URL: redactUrl,
  SECRETS_KEY: () => '(hidden)',
  IDENTITY_KEY: () => '(hidden)',
  REDIS_URL: redactUrl,
  BACKEND_URL: redactUrl,
  BACKEND_LISTEN_URL: redactUrl,
  UPSTREAM_URL: redactUrl,
  UPSTREAM_TOKEN: () => '(hidden)',
  PUBLIC_URL: redactUrl,
  IDENTITY_URL: redactUrl,
  SMTP_URL: redactUrl,
  ...hostedRedacted,
}
