import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const readConfigError = (environment: Record<string, string>): string => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('it was accepted')
}

describe('the configuration', () => {
  test('needs no variable', () => {
    expect(readConfig({ PATH: '/bin' })).toEqual({
      port: 4600,
      exec: { isOn: true, wanted: 'auto', user: undefined, limits: { memoryMb: 2048, processes: 512, fileMb: 4096 } },
      host: '127.0.0.1',
      publicUrl: undefined,
      allowedHosts: [],
      trustedProxies: [],
      dataDir: resolve('data'),
      warnFreeBytes: 500 * 2 ** 20,
      resourcesDir: resolve('resources'),
      databaseUrl: undefined,
      databaseBackups: undefined,
      journal: { patchesForMs: 86_400_000, keyframesForMs: 14 * 86_400_000, mostBytes: 512 * 2 ** 20 },
      redisUrl: undefined,
      relayLeaseMs: 15_000,
      backendUrl: undefined,
      backendListenUrl: undefined,
      upstream: undefined,
      summaryPath: '/api/canary/api/summary',
      chartRegistryUrl: 'https://raw.githubusercontent.com/flanksource/mission-control-registry/main/charts',
      authMode: 'standalone',
      hosted: undefined,
      identityUrl: undefined,
      allowSignUp: false,
      signInByAddress: true,
      smtpUrl: undefined,
      mailFrom: 'quarterdeck@localhost',
      administrators: [],
      standaloneRoles: ['admin'],
      logLevel: 'info',
    })
  })

  test('reads address and token of the upstream and never shows the token', () => {
    const upstream = { UPSTREAM_URL: 'https://console.example.org/', UPSTREAM_TOKEN: 'qda_1' }
    expect(readConfig(upstream).upstream).toEqual({ url: 'https://console.example.org', token: 'qda_1' })
    expect(readConfigError({ UPSTREAM_URL: 'https://console.example.org' })).toBe(
      'Reporting to another console needs both UPSTREAM_URL and UPSTREAM_TOKEN; one of them is not set.',
    )
    expect(readConfigError({ ...upstream, BACKEND_URL: 'https://backend.example.org' })).toContain(
      'no backend of its own',
    )
    expect(readConfigError({ ...upstream, UPSTREAM_TOKEN: 'two words' })).toBe(
      'UPSTREAM_TOKEN is (hidden). Allowed: the token that the other console showed when this one was added there as an agent.',
    )
  })

  test('reads every variable', () => {
    const folder = mkdtempSync(join(tmpdir(), 'resources-'))
    const read = readConfig({
      PORT: '0',
      HOST: '0.0.0.0',
      ALLOW_INSECURE_STANDALONE: 'yes-i-mean-it',
      PUBLIC_URL: 'https://console.example.org/',
      ALLOWED_HOSTS: 'wall.example.org, wall2.example.org',
      TRUSTED_PROXIES: '10.0.0.5, 192.168.1.0/24 ::1',
      DATA_DIR: '/var/lib/quarterdeck',
      RESOURCES_DIR: folder,
      DATABASE_URL: 'postgres://u:p@db/quarterdeck',
      DATABASE_BACKUP_EVERY: '6h',
      DATABASE_BACKUP_KEEP: '3',
      JOURNAL_PATCHES_FOR: '6h',
      JOURNAL_KEYFRAMES_FOR: '2d',
      JOURNAL_MAX_MB: '64',
      DATA_DIR_WARN_FREE_MB: '64',
      REDIS_URL: 'redis://:secret@redis:6379',
      BACKEND_URL: 'https://token:secret@backend.example.org/base/',
      BACKEND_LISTEN_URL: 'postgres://reader:secret@db.example.org/backend',
      CANARY_SUMMARY_PATH: '/api/canary/summary',
      CHART_REGISTRY_URL: 'off',
      AUTH_MODE: 'identity',
      IDENTITY_URL: 'https://id.example.org/',
      ALLOW_SIGN_UP: 'on',
      SIGN_IN_BY_ADDRESS: 'off',
      SMTP_URL: 'smtp://u:p@mail.example.org:587',
      MAIL_FROM: 'console@example.org',
      ADMINISTRATORS: 'ada@example.org, admin@local',
      STANDALONE_ROLES: 'viewer,responder',
      LOG_LEVEL: 'debug',
      EXEC: 'off',
      EXEC_SANDBOX: 'namespace',
      EXEC_USER: 'runner',
      EXEC_MEMORY_MB: '0',
      EXEC_PROCESSES: '9',
      EXEC_FILE_MB: '10',
      RELAY_LEASE: '1m',
    })
    expect(read).toEqual({
      port: 0,
      exec: { isOn: false, wanted: 'namespace', user: 'runner', limits: { memoryMb: 0, processes: 9, fileMb: 10 } },
      host: '0.0.0.0',
      publicUrl: 'https://console.example.org',
      allowedHosts: ['wall.example.org', 'wall2.example.org'],
      trustedProxies: ['10.0.0.5', '192.168.1.0/24', '::1'],
      dataDir: '/var/lib/quarterdeck',
      warnFreeBytes: 64 * 2 ** 20,
      resourcesDir: folder,
      databaseUrl: 'postgres://u:p@db/quarterdeck',
      databaseBackups: { everyMs: 21_600_000, keep: 3 },
      journal: { patchesForMs: 21_600_000, keyframesForMs: 2 * 86_400_000, mostBytes: 64 * 2 ** 20 },
      redisUrl: 'redis://:secret@redis:6379',
      relayLeaseMs: 60_000,
      backendUrl: 'https://token:secret@backend.example.org/base',
      backendListenUrl: 'postgres://reader:secret@db.example.org/backend',
      upstream: undefined,
      summaryPath: '/api/canary/summary',
      chartRegistryUrl: undefined,
      authMode: 'identity',
      hosted: undefined,
      identityUrl: 'https://id.example.org',
      allowSignUp: true,
      signInByAddress: false,
      smtpUrl: 'smtp://u:p@mail.example.org:587',
      mailFrom: 'console@example.org',
      administrators: ['ada@example.org', 'admin@local'],
      standaloneRoles: ['viewer', 'responder'],
      logLevel: 'debug',
    })
  })

  test('reads the database as a keyword connection string', () => {
    expect(readConfig({ DATABASE_URL: "host=db user=ann password='a b' dbname=x" }).databaseUrl).toBe(
      'postgres://ann:a%20b@db/x',
    )
  })

  test('reads 32 bytes of base64 as the key of stored secrets', () => {
    const key = Buffer.alloc(32, 5)
    expect(readConfig({ SECRETS_KEY: key.toString('base64') }).secretsKeys).toEqual([key])
    const older = Buffer.alloc(32, 6)
    expect(readConfig({ SECRETS_KEY: `${key.toString('base64')},${older.toString('base64')}` }).secretsKeys).toEqual([
      key,
      older,
    ])
    expect(readConfigError({ SECRETS_KEY: `${key.toString('base64')},short` })).toContain('(hidden)')
    expect(readConfigError({ SECRETS_KEY: Buffer.alloc(31).toString('base64') })).toContain('32 random bytes as base64')
  })

  test('treats an empty variable as not set', () => {
    expect(readConfig({ BACKEND_URL: '', PORT: '' })).toEqual(readConfig({}))
  })

  test('lists every invalid variable with its value and the allowed values', () => {
    expect(readConfigError({ PORT: '99999', LOG_LEVEL: 'loud', RESOURCES_DIR: '/no/such/folder' })).toBe(
      [
        'PORT is "99999". Allowed: a port number from 0 to 65535, where 0 takes any free one.',
        'RESOURCES_DIR is "/no/such/folder". Allowed: a folder that exists.',
        'LOG_LEVEL is "loud". Allowed: fatal, error, warn, info, debug, trace or silent.',
      ].join('\n'),
    )
  })

  test.each([
    [{ DATABASE_URL: 'mysql://root:hunter2@db/x' }, 'mysql://(hidden)@db/x'],
    [{ DATABASE_URL: 'root:hunter2@db' }, '(hidden)'],
    [{ REDIS_URL: 'http://default:hunter2@redis:6379' }, 'http://(hidden)@redis:6379'],
    [{ BACKEND_URL: 'ftp://token:hunter2@backend' }, 'ftp://(hidden)@backend'],
    [{ BACKEND_LISTEN_URL: 'mysql://reader:hunter2@db/backend' }, 'mysql://(hidden)@db/backend'],
    [{ SECRETS_KEY: 'hunter2' }, '(hidden)'],
    [{ IDENTITY_KEY: 'hunter2' }, '(hidden)'],
    [{ REDIS_URL: 'host=db user=ann password=hunter2 dbname=x' }, 'server://(hidden)@db/x'],
    [{ REDIS_URL: 'ann:hunter2@tcp(db:1)/x' }, 'server://(hidden)@db:1/x'],
  ])('never shows a secret of %j', (environment, shown) => {
    const message = readConfigError(environment)
    expect(message).toContain(`is ${shown}. Allowed:`)
    expect(message).not.toContain('hunter2')
  })

  test.each([
    [{ STANDALONE_ROLES: 'viewer,root' }, 'one or more of admin, editor, commander, responder, viewer, guest'],
    [{ STANDALONE_ROLES: ' , ' }, 'one or more of admin'],
    [{ AUTH_MODE: 'clerk' }, 'standalone, identity'],
    [{ AUTH_MODE: 'identity', HOST: '0.0.0.0' }, 'PUBLIC_URL'],
    [{ AUTH_MODE: 'identity', BACKEND_URL: 'https://backend' }, 'IDENTITY_URL'],
    [{ IDENTITY_URL: 'https://id.example.org' }, 'AUTH_MODE=identity'],
    [{ SIGN_IN_BY_ADDRESS: 'false' }, 'on or off'],
    [{ CHART_REGISTRY_URL: 'ftp://x' }, 'off, or an address that begins with http:// or https://'],
    [{ CANARY_SUMMARY_PATH: '/canary/summary' }, 'a path that begins with /api/'],
    [{ ALLOWED_HOSTS: 'http://wall' }, 'host names'],
    [{ JOURNAL_PATCHES_FOR: '5m' }, 'a duration of an hour or more'],
    [{ JOURNAL_MAX_MB: '1' }, 'megabytes, from 16'],
    [{ DATA_DIR_WARN_FREE_MB: 'some' }, 'megabytes, from 0'],
    [{ PORT: '-1' }, 'a port number'],
    [{ PORT: '4600x' }, 'a port number'],
  ])('rejects %j', (environment, allowed) => {
    expect(readConfigError(environment)).toContain(allowed)
  })

  test.each(['0.0.0.0', '::', '192.0.2.7', 'console.example.org'])(
    'rejects %s without a sign-in unless the consent variable is set',
    (host) => {
      expect(readConfigError({ HOST: host })).toContain('ALLOW_INSECURE_STANDALONE=yes-i-mean-it')
      expect(readConfigError({ HOST: host, ALLOW_INSECURE_STANDALONE: 'true' })).toContain('Allowed: yes-i-mean-it.')
      expect(readConfig({ HOST: host, ALLOW_INSECURE_STANDALONE: 'yes-i-mean-it' }).host).toBe(host)
    },
  )

  test('accepts other addresses when people sign in', () => {
    const environment = { AUTH_MODE: 'identity', HOST: '0.0.0.0', PUBLIC_URL: 'https://console.example.org' }
    expect(readConfig(environment).host).toBe('0.0.0.0')
  })

  test.each(['127.0.0.1', '127.9.9.9', 'localhost', '::1'])('listens on %s without the consent variable', (host) => {
    expect(readConfig({ HOST: host }).host).toBe(host)
  })

  describe('of hosted mode', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const key = { ...publicKey.export({ format: 'jwk' }), kid: 'ins_1' }
    const publishableKey = `pk_live_${Buffer.from('clerk.example.org$').toString('base64')}`
    const enough = {
      AUTH_MODE: 'hosted',
      PUBLIC_URL: 'https://console.example.org/',
      HOSTED_PUBLISHABLE_KEY: publishableKey,
      HOSTED_VERIFICATION_KEY: pem,
      HOSTED_BACKENDS: 'https://A.example.org/, https://*.backends.example.org/base http://127.0.0.1:9000',
    }

    test('requires a publishable key, a verification key and backend addresses', () => {
      expect(readConfig(enough).hosted).toEqual({
        publishableKey,
        frontendApi: 'https://clerk.example.org',
        verificationKey: { pem },
        issuer: 'https://clerk.example.org',
        authorisedParties: ['https://console.example.org'],
        backends: ['https://a.example.org', 'https://*.backends.example.org/base', 'http://127.0.0.1:9000'],
        forwarded: undefined,
      })
    })

    test('accepts a PEM in one line, a key set, further origins, an issuer and a front-end API to forward', () => {
      expect(readConfig({ ...enough, HOSTED_VERIFICATION_KEY: pem.replaceAll('\n', '\\n') }).hosted).toMatchObject({
        verificationKey: { pem },
      })
      const more = {
        HOSTED_VERIFICATION_KEY: JSON.stringify({ keys: [key] }),
        HOSTED_ISSUER: 'https://console.example.org/api/.hosted',
        HOSTED_AUTHORIZED_PARTIES: 'https://wall.example.org/, https://console.example.org',
        HOSTED_FRONTEND_API_URL: 'https://frontend-api.example.org',
        HOSTED_SECRET_KEY: 'sk_live_1',
      }
      expect(readConfig({ ...enough, ...more }).hosted).toMatchObject({
        verificationKey: { keys: [key] },
        issuer: 'https://console.example.org/api/.hosted',
        authorisedParties: ['https://console.example.org', 'https://wall.example.org'],
        forwarded: { url: 'https://frontend-api.example.org', secretKey: 'sk_live_1' },
      })
    })

    test.each([
      [{ HOSTED_PUBLISHABLE_KEY: '' }, 'HOSTED_PUBLISHABLE_KEY is not set'],
      [{ HOSTED_PUBLISHABLE_KEY: 'pk_test_bm8gaG9zdA' }, 'begins with pk_test_ or pk_live_'],
      [{ HOSTED_PUBLISHABLE_KEY: 'sk_live_hunter2' }, 'begins with pk_test_ or pk_live_'],
      [{ HOSTED_VERIFICATION_KEY: '' }, 'HOSTED_VERIFICATION_KEY is not set'],
      [{ HOSTED_VERIFICATION_KEY: 'hunter2' }, 'a PEM, or a JSON Web Key Set'],
      [{ HOSTED_VERIFICATION_KEY: '{"keys":[]}' }, 'a PEM, or a JSON Web Key Set'],
      [
        { HOSTED_VERIFICATION_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
        'HOSTED_VERIFICATION_KEY is (hidden). Allowed: the public key',
      ],
      [{ HOSTED_BACKENDS: '' }, 'HOSTED_BACKENDS is not set'],
      [{ HOSTED_BACKENDS: 'http://backend.example.org' }, 'https, or http on this machine'],
      [{ HOSTED_BACKENDS: 'https://token:hunter2@backend.example.org' }, 'without user, password'],
      [{ HOSTED_BACKENDS: 'https://backend.*.org' }, 'addresses such as'],
      [{ PUBLIC_URL: '' }, 'neither PUBLIC_URL nor HOSTED_AUTHORIZED_PARTIES'],
      [{ HOST: '0.0.0.0', PUBLIC_URL: '', HOSTED_AUTHORIZED_PARTIES: 'https://c.example.org' }, 'Set PUBLIC_URL'],
      [{ BACKEND_URL: 'https://backend.example.org' }, 'each organization has its own backend'],
      [{ REDIS_URL: 'redis://redis:6379' }, 'Leave REDIS_URL out'],
    ])('rejects %j', (environment, expected) => {
      const message = readConfigError({ ...enough, ...environment })
      expect(message).toContain(expected)
      expect(message).not.toMatch(/hunter2|PRIVATE KEY/)
    })
  })
})
