import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { generateAgentRoute } from '#shared/agents/agent-routes.ts'
import { openDatabase } from '#relay/database/open-database.ts'
import { createServerDatabase } from '#tests/fixtures/databases.ts'
import { startRelay, type Relay } from '#tests/fixtures/relay.ts'
import { startRoughNetwork } from '#tests/fixtures/rough-network.ts'

const edge = `kind: Canary
metadata: { name: edge, namespace: default }
spec: { schedule: '@every 720h', tcp: [{ name: self, endpoint: '127.0.0.1:1' }] }
`
const patiently = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 60_000, interval: 50 })

const startConsole = async (env: Record<string, string>, resources: Record<string, string>) => {
  const url = await createServerDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'agents-'))
  const database = await openDatabase({ url })
  const start = (): Promise<Relay> =>
    startRelay({ env: { LOG_LEVEL: 'info', DATABASE_URL: url, ...env }, resources, dataDir })
  let relay = await start()
  return {
    database,
    url: () => relay.url,
    kill: async () => expect(await relay.stop('SIGKILL')).toBeNull(),
    startAgain: async () => {
      relay = await start()
    },
    end: async () => {
      await relay.stop('SIGKILL')
      await database.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

test(
  '10,000 results arrive once each while both consoles are killed and the network is cut',
  { timeout: 300_000 },
  async () => {
    const network = await startRoughNetwork()
    const upstream = await startConsole({ PUBLIC_URL: network.url }, { 'none.yaml': '' })
    onTestFinished(upstream.end)
    onTestFinished(network.stop)
    const made = await fetch(`${upstream.url()}${generateAgentRoute.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'edge' }),
    })
    const { access_token: token, agent_id: agentId } = generateAgentRoute.response.required().parse(await made.json())
    const lead = () => network.leadTo(Number(new URL(upstream.url()).port))
    lead()
    const agent = await startConsole({ UPSTREAM_URL: network.url, UPSTREAM_TOKEN: token }, { 'edge.yaml': edge })
    onTestFinished(agent.end)

    const arrived = async (): Promise<number> => {
      const { rows } = await upstream.database.query<{ n: number }>(
        'select count(*)::int as n from check_statuses join checks on checks.id = check_id where agent_id = $1',
        [agentId],
      )
      return rows[0]?.n ?? 0
    }
    const waiting = async (): Promise<number> => {
      const { rows } = await agent.database.query<{ n: number }>(
        'select count(*)::int as n from check_statuses where not is_pushed',
      )
      return rows[0]?.n ?? 0
    }
    const add = (count: number, hoursAgo: number) =>
      agent.database.query(
        `insert into check_statuses (check_id, time, status, duration)
       select checks.id, date_trunc('second', now()) - make_interval(hours => $2) + n * interval '1 second', n % 97 <> 0, n % 50
         from checks join canaries on canaries.id = canary_id and canaries.name = 'edge'
        cross join generate_series(1, $1::int) as n`,
        [count, hoursAgo],
      )
    await patiently(async () => expect(await arrived()).toBeGreaterThan(0))

    // The restarted process must resend rows that were accepted without a response.
    await add(4_000, 20)
    await patiently(async () => expect(await arrived()).toBeGreaterThan(1))
    network.stall(() => true)
    await agent.kill()
    network.cut(() => true)
    const taken = await arrived()
    await add(3_000, 10)
    await agent.startAgain()
    await patiently(async () => expect(await arrived()).toBeGreaterThan(taken))

    await add(3_000, 5)
    await upstream.kill()
    network.cut(() => true)
    await upstream.startAgain()
    lead()
    network.cut(() => true)
    await patiently(async () => expect(await waiting()).toBe(0))

    const sums = `select count(*)::int as results, count(distinct time)::int as moments, sum(duration)::int as duration,
      count(*) filter (where check_statuses.status)::int as passed
      from check_statuses join checks on checks.id = check_id join canaries on canaries.id = canary_id
     where canaries.name = 'edge' and checks.agent_id = $1`
    const sent = await agent.database.query<{ results: number }>(sums, ['00000000-0000-0000-0000-000000000000'])
    expect(sent.rows[0]?.results).toBeGreaterThanOrEqual(10_000)
    expect((await upstream.database.query(sums, [agentId])).rows).toEqual(sent.rows)
  },
)
