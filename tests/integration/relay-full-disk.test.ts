import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectRaw } from '#tests/fixtures/live-socket.ts'
import { startRelay, type Relay } from '#tests/fixtures/relay.ts'
import { onSmallDisk } from '#tests/fixtures/small-disk.ts'

const megabyte = 2 ** 20
const checks = 20

/** Longer than usual: the database restarts repeatedly while the disk is full. */
const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 90_000, interval: 50 })

const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const ballast = (folder: string) => {
  const path = join(folder, 'ballast')
  const file = openSync(path, 'w')
  return {
    leave: (bytes: number): void => {
      try {
        while (freeBytes(folder) >= bytes) writeSync(file, Buffer.alloc(64 * 1024))
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
    },
    remove: (): void => {
      closeSync(file)
      rmSync(path)
    },
  }
}

const startTarget = async () => {
  let hits = 0
  const server = createServer((_request, response) => {
    hits += 1
    response.end('ok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, hits: () => hits }
}

const canary = (url: string) =>
  [
    'apiVersion: canaries.flanksource.com/v1\nkind: Canary\nmetadata:\n  name: many\n  namespace: test',
    'spec:\n  schedule: "@every 1s"\n  http:',
    ...Array.from({ length: checks }, (_, n) => `    - name: check ${n}\n      url: ${url}`),
  ].join('\n')

const writeOn = (relay: Relay) => {
  const acknowledged: string[] = []
  const rejected: string[] = []
  const over = new AbortController()
  const write = async () => {
    for (let n = 0; !over.signal.aborted; n += 1) {
      const response = await fetch(`${relay.url}/api/db/properties`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: relay.url },
        body: JSON.stringify({ name: `written.${n}`, value: 'x'.repeat(1_000) }),
      }).catch(() => undefined)
      const body = await response?.text()
      if (response?.status === 201) acknowledged.push(`written.${n}`)
      else rejected.push(`${response?.status ?? 'no answer'} ${body ?? ''}`)
    }
  }
  const done = write()
  return {
    acknowledged: () => acknowledged,
    rejected: () => rejected,
    stop: () => {
      over.abort()
      return done
    },
  }
}

const createFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-full-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const canMount = onSmallDisk(tmpdir()) !== undefined
if (!canMount) process.stderr.write('No small disk can be mounted here: the relay on a full disk is left out.\n')
// oxlint-disable-next-line vitest/no-conditional-tests -- a skipped test would fail the line where no disk can be mounted
if (canMount) {
  test(
    'a relay on a full disk reports it, loses nothing, and recovers automatically',
    { timeout: 400_000 },
    async () => {
      const dataDir = await createFolder()
      const target = await startTarget()
      const relay = await startRelay({
        dataDir,
        by: onSmallDisk(dataDir) ?? [],
        env: { DATA_DIR_WARN_FREE_MB: '10' },
        resources: { 'many.yaml': canary(target.url) },
      })
      onTestFinished(async () => {
        await relay.stop('SIGKILL')
      })
      const disk = `/proc/${relay.processId ?? ''}/root${dataDir}`
      const readRows = async (path: string) => {
        const response = await fetch(`${relay.url}/api/db/${path}`)
        expect(response.status).toBe(200)
        return (await response.json()) as Readonly<Record<string, unknown>>[]
      }
      const newestResult = async () => {
        const [row] = await readRows('check_statuses?select=time&order=time.desc&limit=1')
        return Date.parse(String(row?.['time']))
      }
      const socket = await connectRaw(relay.url)
      onTestFinished(socket.close)
      const subscribed = await socket.subscribe({ topic: 'relay.errors', params: {} })
      const failuresFeed = 'feed' in subscribed ? subscribed.feed : ''
      await socket.subscribe({ topic: 'health.checks', params: {} })
      const reportedTexts = () =>
        socket.messages.flatMap((message) =>
          message.kind === 'patch' && message.feed === failuresFeed
            ? message.put.map((row) => JSON.stringify(row))
            : [],
        )
      const expectReported = (text: string) =>
        eventually(() => expect(reportedTexts()).toContainEqual(expect.stringContaining(text)))
      await eventually(async () => expect(await newestResult()).toBeGreaterThan(0))

      const filling = ballast(disk)
      filling.leave(7 * megabyte)
      await expectReported(
        'Free up space before it is full. Old results, journal entries and playbook output are removed sooner',
      )
      const writing = writeOn(relay)
      await eventually(() => expect(writing.acknowledged().length).toBeGreaterThan(10))
      filling.leave(0)
      await expectReported('The disk of DATA_DIR is full')
      await eventually(() => expect(writing.rejected()).toContainEqual(expect.stringContaining('503')))
      const fullAtMs = Date.now()
      const hitsWhenFull = target.hits()
      await eventually(() => expect(target.hits()).toBeGreaterThan(hitsWhenFull + 2 * checks))
      await eventually(async () => {
        const readiness = await fetch(`${relay.url}/readyz`)
        expect(await readiness.json()).toMatchObject({ degraded: true, parts: { disk: { state: 'down' } } })
      })
      expect((await fetch(`${relay.url}/healthz`)).status).toBe(200)

      filling.remove()
      const beforeRoom = writing.acknowledged().length
      await eventually(() => expect(writing.acknowledged().length).toBeGreaterThan(beforeRoom + 10))
      await writing.stop()
      await eventually(async () => expect(await newestResult()).toBeGreaterThan(fullAtMs))
      await eventually(async () =>
        expect(await (await fetch(`${relay.url}/readyz`)).json()).toMatchObject({
          parts: { disk: { state: 'up' }, database: { state: 'up' } },
        }),
      )
      await eventually(() =>
        expect(socket.messages).toContainEqual(expect.objectContaining({ feed: failuresFeed, drop: ['disk'] })),
      )
      const stored = new Set(
        (await readRows('properties?select=name&name=like.written.*&limit=2000')).map(({ name }) => name),
      )
      expect(writing.acknowledged().filter((name) => !stored.has(name))).toEqual([])
      expect(await relay.stop('SIGTERM')).toBe(0)
    },
  )
}
