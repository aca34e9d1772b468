import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { messageTypes, type TestStep } from '#shared/connections/connection-test.ts'
import { closedPort, startTcp } from '#relay/testing/servers.ts'
import { connectionProbes } from '#relay/backend/connections/probes/ask.ts'
import { byMessage } from '#relay/backend/connections/probes/by-message.ts'
import { testConnection } from '#relay/backend/connections/probes/test-connection.ts'
import { secretsIn } from '#relay/backend/secrets/change-secrets.ts'

const password = 'a-s3cret-token'
const login = { username: 'ann', password }

interface Fields {
  readonly url?: string
  readonly username?: string
  readonly password?: string
  readonly certificate?: string
  readonly properties?: Readonly<Record<string, string>>
}
type Beginning = { readonly greets: string } | { readonly responds: string }
type Step = 'TLS' | 'Answered' | 'Sent'
type Line = readonly [
  type: string,
  step: Step,
  fields: (server: string, port: string) => Fields,
  beginning?: Beginning | undefined,
]

const responds = { responds: 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"a' }
const smtpGreeting = { greets: '220 mail.test ESMTP\r\n' }
const sshGreeting = { greets: 'SSH-2.0-test\r\n' }
const plainHttp = (server: string): Fields => ({ ...login, url: `http://${server}` })
const mail =
  (encryptionMethod: string) =>
  (_: string, port: string): Fields => ({
    ...login,
    url: 'smtp://mail',
    properties: { host: '127.0.0.1', port, encryptionMethod },
  })
const cluster = (server: string): Fields => ({
  certificate: JSON.stringify({
    clusters: [{ name: 'c', cluster: { server } }],
    users: [{ name: 'u', user: { token: password } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  }),
})
const base = (server: string): string => `apiBase=${encodeURIComponent(`http://${server}`)}`

const connecting: readonly Line[] = [
  ['anthropic', 'Answered', plainHttp, responds],
  ['aws', 'Answered', plainHttp, responds],
  ['elasticsearch', 'Answered', plainHttp, responds],
  ['email', 'Answered', mail('None'), smtpGreeting],
  ['email', 'Answered', mail('ExplicitTLS'), smtpGreeting],
  ['email', 'TLS', mail('ImplicitTLS')],
  ['git', 'Answered', (server) => ({ ...login, url: `http://${server}/repo.git` }), responds],
  ['git', 'Answered', (server) => ({ ...login, url: `ssh://git@${server}/repo.git` }), sshGreeting],
  ['github', 'Answered', plainHttp, responds],
  ['gitlab', 'Answered', plainHttp, responds],
  ['http', 'Answered', plainHttp, responds],
  ['http', 'TLS', (server) => ({ ...login, url: `https://${server}` })],
  ['kubernetes', 'Answered', (server) => cluster(`http://${server}`), responds],
  ['kubernetes', 'TLS', (server) => cluster(`https://${server}`)],
  ['ldap', 'Answered', (server) => ({ ...login, url: `ldap://${server}` }), { responds: '0\f\u0002\u0001\u0001a' }],
  ['ldap', 'TLS', (server) => ({ ...login, url: `ldaps://${server}` })],
  ['mongo', 'Answered', (server) => ({ ...login, url: `mongodb://${server}` }), { responds: 'a' }],
  ['mysql', 'Answered', (server) => ({ ...login, url: `mysql://${server}/shop` }), { greets: 'J\0\0\0\n8.0' }],
  ['ollama', 'Answered', plainHttp, responds],
  ['openai', 'Answered', plainHttp, responds],
  ['postgres', 'Answered', (server) => ({ ...login, url: `postgres://${server}/shop` }), { responds: 'R\0\0\0' }],
  [
    'postgres',
    'Answered',
    (server) => ({ ...login, url: `postgres://$(username):$(password)@${server}/shop?sslmode=require` }),
    { responds: 'S' },
  ],
  ['prometheus', 'Answered', plainHttp, responds],
  ['redis', 'Answered', (server) => ({ ...login, url: server }), { responds: '%7\r\n' }],
  ['redis', 'TLS', (server) => ({ ...login, url: `rediss://${server}` })],
  ['s3', 'Answered', (server) => ({ ...plainHttp(server), properties: { bucket: 'shop' } }), responds],
  [
    'sql_server',
    'Answered',
    (server) => ({ ...login, url: `sqlserver://${server}` }),
    { responds: '\u0004\u0001\0\u0030\0\0\u0001\0' },
  ],
  ['sftp', 'Answered', (_, port) => ({ ...login, url: '127.0.0.1', properties: { port } }), sshGreeting],
]
const notOnTheNetwork = ['folder']

const sends = (type: string, toUrl: (server: string) => string, step: Step = 'Sent', beginning?: Beginning): Line => [
  type,
  step,
  (server) => ({ password, url: toUrl(server) }),
  beginning ?? (step === 'Sent' ? responds : undefined),
]
const sending: readonly Line[] = [
  sends('slack', (server) => `slack://$(password)@C042?${base(server)}`),
  sends('teams', (server) => `teams://g@tenant/$(password)/owner?${base(server)}`),
  sends('discord', (server) => `discord://$(password)@hook?${base(server)}`),
  sends('telegram', (server) => `telegram://$(password)@telegram/?Chats=@ops&${base(server)}`),
  sends('mattermost', (server) => `mattermost://${server}/$(password)/ops?DisableTLS=true`),
  sends('matrix', (server) => `matrix://:$(password)@${server}/?DisableTLS=true`),
  sends('rocketchat', (server) => `rocketchat://${server}/a/$(password)/ops?DisableTLS=true`),
  sends('google_chat', (server) => `googlechat://chat.test/v1/spaces/S1/messages?token=$(password)&${base(server)}`),
  sends('ntfy', (server) => `ntfy://:$(password)@${server}/ops?Scheme=http`),
  sends('ntfy', (server) => `ntfy://:$(password)@${server}/ops`, 'TLS'),
  sends('pushover', (server) => `pushover://:$(password)@user/?${base(server)}`),
  sends('pushbullet', (server) => `pushbullet://$(password)/phone?${base(server)}`),
  sends('opsgenie', (server) => `opsgenie://api.test/$(password)?${base(server)}`),
  sends('ifttt', (server) => `ifttt://$(password)?${base(server)}`),
  sends('zulip_chat', (server) => `zulip://bot:$(password)@zulip.test/?${base(server)}`),
  sends('generic_webhook', (server) => `generic+http://${server}/hook?token=$(password)`),
  sends('generic_webhook', (server) => `generic://${server}/hook?token=$(password)`, 'TLS'),
  sends('email', (server) => `smtp://ann:$(password)@${server}/?to=b@test`, 'Sent', smtpGreeting),
  sends('email', (server) => `smtps://ann:$(password)@${server}/?to=b@test`, 'TLS'),
]
const cannotBeLedToAStandIn: readonly string[] = []

const lines = [...connecting, ...sending]
const withBeginning = lines.filter(([, , , beginning]) => beginning !== undefined)

const unhandled: unknown[] = []
const keep = (error: unknown): void => void unhandled.push(error)
beforeAll(() => void process.on('unhandledRejection', keep))
afterAll(() => void process.off('unhandledRejection', keep))

const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
let timersBefore = 0
beforeAll(() => {
  timersBefore = timers()
})
const nothingIsLeft = async (): Promise<void> => {
  await expect.poll(timers).toBeLessThanOrEqual(timersBefore)
  expect(unhandled).toEqual([])
}
afterEach(nothingIsLeft)

const getProbe = (line: Line) => {
  const [type] = line
  const probe = sending.includes(line)
    ? byMessage({ message: { title: 'Test', message: 'Nothing has to be done.' }, recipient: undefined })
    : connectionProbes[type]
  if (probe === undefined) throw new Error(`${type} cannot be tested`)
  return probe
}

const around = () => ({
  reference: 'connection://tested',
  resolveSecret: async () => '',
  sandbox: undefined,
  signal: new AbortController().signal,
})
const tested = async (line: Line, port: number, timeoutMs: number): Promise<readonly TestStep[]> => {
  const fields = line[2](`127.0.0.1:${port}`, String(port))
  const { url = '', certificate = '', properties = {} } = fields
  const secrets = [password, certificate, ...secretsIn([url, properties])].filter((text) => text !== '')
  const connection = { url, username: '', password: '', insecureTls: false, properties, secrets, ...fields }
  return testConnection({ ...around(), probe: getProbe(line), resolveConnection: async () => connection, timeoutMs })
}

const jargon =
  /\bE[A-Z]{4,}\b|ERR_|[Ss]ocket|[Hh]ang ?up|fetch failed|[Uu]nexpected|Request\b|0x|Error\b|errno|syscall|undefined|null|\[object|<\w+>|\bSSL\b|handshake|\*\*\*|:\d+:\d+|\n/
const hidden = [password, Buffer.from(`ann:${password}`).toString('base64'), Buffer.from(password).toString('base64')]

type Outcome = readonly [type: string, step: string | undefined, said: string | undefined]
const collectOutcomes = async (
  some: readonly Line[],
  server: (socket: Socket, beginning: Beginning | undefined) => void,
  timeoutMs: number,
): Promise<readonly Outcome[]> =>
  Promise.all(
    some.map(async (line): Promise<Outcome> => {
      const { port, connections, close } = await startTcp((socket) => server(socket, line[3]))
      try {
        const steps = await tested(line, port, timeoutMs)
        const [type] = line
        const last = steps.at(-1)
        expect([type, steps.filter(({ ok }) => !ok)]).toEqual([type, [last]])
        expect([type, last?.said]).toEqual([type, expect.not.stringMatching(jargon)])
        expect([type, last?.said]).toEqual([type, expect.stringMatching(/^(?:\S+: )?[A-Z].*[^.]\.$/)])
        for (const secret of hidden) expect(JSON.stringify(steps)).not.toContain(secret)
        await expect.poll(connections).toBe(0)
        return [type, last?.name, last?.said]
      } finally {
        await close()
      }
    }),
  )

const inTheMiddle =
  (stop: (socket: Socket) => void) =>
  (socket: Socket, beginning: Beginning | undefined): void => {
    const then = (): void => stop(socket)
    if (beginning === undefined) then()
    else if ('greets' in beginning) socket.write(beginning.greets, then)
    else socket.once('data', () => socket.write(beginning.responds, then))
  }

const wentAway = expect.stringMatching(
  /^(?:\S+: )?(?:The server closed the connection|Connection reset by the server)/,
) as string
const timeoutMessages = {
  TLS: 'Connected, but TLS was not established within 5s. The port may not use TLS.',
  Answered: 'Connected, but no response within 5s.',
  Sent: 'Connected, but the message was not confirmed within 5s. It may still be delivered.',
}
const timeoutOutcomes = (some: readonly Line[]): readonly Outcome[] =>
  some.map(([type, step]) => [type, step, timeoutMessages[step]])
/** The operating system decides if the connect step counts as finished. */
const brokenLines = (some: readonly Line[]) => some.map(([type]) => [type, expect.any(String), wentAway])
const closedOutcomes = (some: readonly Line[]): readonly Outcome[] => some.map(([type, step]) => [type, step, wentAway])

const listTypes = (some: readonly Line[], ...others: readonly string[]) =>
  [...new Set([...some.map(([type]) => type), ...others])].toSorted()

test('covers every kind that can be tested', () => {
  expect(listTypes(connecting, ...notOnTheNetwork)).toEqual(Object.keys(connectionProbes).toSorted())
  expect(listTypes(sending, ...cannotBeLedToAStandIn)).toEqual([...messageTypes].toSorted())
})

test('without a listening server the connect step fails', async () => {
  const port = await closedPort()
  const steps = await Promise.all(lines.map(async (line) => [line[0], await tested(line, port, 15_000)]))
  expect(steps).toEqual(
    lines.map(([type]) => [
      type,
      [
        expect.objectContaining({ name: 'Read', ok: true }),
        expect.objectContaining({ name: 'Connected', ok: false, said: 'Connection refused.' }),
      ],
    ]),
  )
})

const leave = (socket: Socket): void => void socket.destroy()
const breakOff = (socket: Socket): void => void socket.resetAndDestroy()

test('reports a closed or reset connection, at once or in the middle of a response', async () => {
  const [atOnce, later, brokenAtOnce, brokenLater] = await Promise.all([
    collectOutcomes(lines, leave, 15_000),
    collectOutcomes(withBeginning, inTheMiddle(leave), 15_000),
    collectOutcomes(lines, breakOff, 15_000),
    collectOutcomes(withBeginning, inTheMiddle(breakOff), 15_000),
  ])
  expect(atOnce).toEqual(closedOutcomes(lines))
  expect(later).toEqual(closedOutcomes(withBeginning))
  expect(brokenAtOnce).toEqual(brokenLines(lines))
  expect(brokenLater).toEqual(brokenLines(withBeginning))
})

test('times out at the waiting step on a server that is silent or stops in the middle', async () => {
  const [mute, stopped] = await Promise.all([
    collectOutcomes(lines, () => undefined, 5_000),
    collectOutcomes(
      withBeginning,
      inTheMiddle(() => undefined),
      5_000,
    ),
  ])
  expect(mute).toEqual(timeoutOutcomes(lines))
  expect(stopped).toEqual(timeoutOutcomes(withBeginning))
})

const never = async () => new Promise<never>(() => undefined)

test('fails at once with a plain message when the connection is unreadable or incomplete', async () => {
  const email = connecting.find(([type]) => type === 'email')
  if (email === undefined) throw new Error('email cannot be tested')
  const nowhere = { url: 'smtp://mail', ...login, insecureTls: false, properties: {}, secrets: [password] }
  expect(await testConnection({ ...around(), probe: getProbe(email), resolveConnection: async () => nowhere })).toEqual(
    [
      expect.objectContaining({ name: 'Read', ok: true }),
      expect.objectContaining({ name: 'Answered', ok: false, said: 'Invalid connection: host: required.' }),
    ],
  )
  expect(
    await testConnection({ ...around(), probe: getProbe(email), resolveConnection: never, timeoutMs: 100 }),
  ).toEqual([
    expect.objectContaining({
      name: 'Read',
      ok: false,
      said: 'Could not read the connection and its secrets within 100ms.',
    }),
  ])
})
