import fc from 'fast-check'
import { EventEmitter } from 'node:events'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { scopeKey } from '#shared/access/permission-scope.ts'
import { withFieldChange } from '#shared/live/field-change.ts'
import type { PlainMessage, Position } from '#shared/live/messages.ts'
import { byFields } from '#relay/live/feeds/by-fields.ts'
import { FeedRoom } from './feed-room.ts'
import { createPacer } from '#relay/live/feeds/pacer.ts'
import { createReadiness } from './readiness.ts'
import type { FeedEvent } from '#relay/live/feeds/feed-state.ts'
import { VersionedRows } from '#relay/live/feeds/versioned-rows.ts'
import type { Connection, Watch } from './watch.ts'

interface Row {
  readonly id: string
  readonly text: string
  readonly team: string
  readonly owner: string
  readonly recent: readonly string[]
}

class Viewer extends EventEmitter {
  readonly taken: Buffer[] = []
  readonly sent: PlainMessage['kind'][] = []
  rows = new Map<string, Row>()
  position: Position | null = null
  writableNeedDrain = false
  writable = true
  isStalled = false
  readonly conn = { writeBuffer: [] }

  write(frame: Buffer) {
    this.taken.push(frame)
    if (this.isStalled) this.writableNeedDrain = true
    else this.flow()
  }
  flow() {
    this.isStalled = false
    for (const frame of this.taken.splice(0)) this.apply(messageIn(frame))
    if (!this.writableNeedDrain) return
    this.writableNeedDrain = false
    this.emit('drain')
  }
  apply(message: PlainMessage) {
    this.sent.push(message.kind)
    if (message.kind === 'snapshot') {
      this.rows = new Map((message.rows as Row[]).map((row) => [row.id, row]))
    } else if (message.kind === 'patch' || message.kind === 'bookmark') {
      const { epoch, version } = this.position ?? {}
      if (epoch !== (message.fromEpoch ?? message.epoch) || version !== message.from) throw new Error('a gap')
      if (message.kind === 'patch') {
        for (const key of message.drop) this.rows.delete(key)
        for (const change of message.set ?? [])
          this.rows.set(change[0], withFieldChange(this.rows.get(change[0]), change) as Row)
        for (const row of message.put as Row[]) this.rows.set(row.id, row)
      }
    }
    if ('version' in message) this.position = { epoch: message.epoch, version: message.version }
  }
}

const messageIn = (frame: Buffer): PlainMessage => {
  const parts: Buffer[] = []
  for (let at = 0; at < frame.length;) {
    const short = frame[at + 1] ?? 0
    const head = short < 126 ? 2 : short === 126 ? 4 : 10
    const size =
      short < 126 ? short : short === 126 ? frame.readUInt16BE(at + 2) : Number(frame.readBigUInt64BE(at + 2))
    parts.push(frame.subarray(at + head, at + head + size))
    at += head + size
  }
  const [text = '', gzip] = [parts[0]?.toString(), parts[1]]
  const [, message] = JSON.parse(text.slice(text.indexOf('['))) as [string, PlainMessage]
  return gzip === undefined ? message : (JSON.parse(gunzipSync(gzip).toString()) as PlainMessage)
}

const failOnCreate = () => {
  throw new Error('The feed is given.')
}

const begin = () => {
  const versioned = new VersionedRows<Row>(({ id }) => id)
  const listeners: ((event: FeedEvent) => void)[] = []
  const readiness = createReadiness(({ watches }) => watches.forEach((watch) => watch.room.enter(watch)))
  let isKnown = false
  let isFromRecord = false
  const room: FeedRoom = new FeedRoom({
    id: 'f1',
    instance: { topic: 't', params: {}, toKey: (scope) => `t ${scopeKey(scope)}`, createFeed: failOnCreate },
    pacer: createPacer(),
    readiness,
    observer: { onSent: () => undefined, onAside: () => undefined, onPacked: () => undefined },
    createFeed: (listener) => {
      listeners.push(listener)
      return {
        name: { topic: 't', scope: 'all', params: {}, key: 't all' },
        start: () => undefined,
        stop: () => undefined,
        hint: () => undefined,
        refreshNow: () => undefined,
        setWatched: () => undefined,
        position: () => ({ epoch: 'e', version: versioned.version() }),
        rows: () => versioned.rows(),
        observedAtMs: () => (isKnown ? 0 : null),
        outage: () => null,
        isAhead: ({ version }) => isFromRecord && versioned.isInHole(version),
        since: ({ epoch, version }) => (epoch === 'e' ? versioned.since(version) : null),
      }
    },
  })
  const emit = (event: FeedEvent) => listeners.forEach((emit) => emit(event))
  const take = (rows: readonly Row[]) => {
    const change = versioned.changeTo(rows)
    const from = versioned.version()
    if (change === null && isKnown) return
    const forHolders = byFields(versioned.rows(), change ?? { put: [], drop: [] }, ({ id }) => id)
    versioned.apply(change ?? { put: [], drop: [] }, from + 1)
    const event: FeedEvent = isKnown ? { kind: 'changed', from, change: forHolders } : { kind: 'loaded' }
    isKnown = true
    isFromRecord = false
    emit(event)
  }
  const goOn = (version: number) => {
    versioned.skipTo(version)
    isFromRecord = true
  }
  const session = { suspension: null as object | null }
  const enter = (viewer: Viewer) => {
    const connection = {
      socket: viewer,
      net: viewer,
      web: { readyState: 1, OPEN: 1 },
      session,
      watches: [],
    } as unknown as Connection
    const at = viewer.position
    const watch = { connection, room, at, ackedVersion: at?.version ?? 0, asideSinceMs: null } as unknown as Watch
    connection.watches = [watch]
    room.enter(watch)
    return watch
  }
  return { room, versioned, take, goOn, observed: () => emit({ kind: 'observed' }), enter }
}

const makeRow = (id: string, text: string): Row => ({ id, text, team: 'web', owner: 'ann', recent: [text] })
const makeRows = (count: number, text: string): Row[] =>
  Array.from({ length: count }, (_unused, at) => makeRow(`r${at}`, `${text} ${at}`))

describe('a room', () => {
  test('compresses a large snapshot once and sends later changes after it', async () => {
    const { take, enter, versioned } = begin()
    take(makeRows(500, 'before'))
    const viewers = [new Viewer(), new Viewer()]
    viewers.forEach((viewer) => enter(viewer))
    take([...makeRows(499, 'before'), makeRow('r499', 'after')])
    await vi.waitFor(() =>
      expect(viewers.map(({ sent }) => sent)).toEqual([
        ['snapshot', 'patch'],
        ['snapshot', 'patch'],
      ]),
    )
    expect(viewers.map(({ rows }) => rows)).toEqual([versioned.rows(), versioned.rows()])
  })

  test.each([
    ['a patch of many rows is compressed', makeRows(20, 'after'), /^.{2,4}451-\["feed",\{"kind":"packed"/s],
    ['a small patch stays plain', [...makeRows(19, 'before'), makeRow('r19', 'after')], /^.{2,4}42\["feed"/s],
  ])('%s, once for all viewers', (_what, after, form) => {
    const { take, enter } = begin()
    take(makeRows(20, 'before'))
    const viewers = [new Viewer(), new Viewer()] as const
    for (const viewer of viewers) {
      enter(viewer)
      viewer.isStalled = true
    }
    take(after)
    const [[frame], [sameFrame]] = [viewers[0].taken, viewers[1].taken]
    expect(frame?.toString('latin1')).toMatch(form)
    expect(sameFrame).toBe(frame)
  })

  test('leaves the rows of a viewer ahead of the record until the next poll', () => {
    const { take, goOn, enter, versioned } = begin()
    take(makeRows(3, 'first'))
    goOn(100)
    const [ahead, behind] = [new Viewer(), new Viewer()]
    ahead.position = { epoch: 'e', version: 2 }
    ahead.rows = new Map(makeRows(3, 'given out').map((row) => [row.id, row]))
    enter(ahead)
    enter(behind)
    expect([ahead.sent, behind.sent]).toEqual([[], ['snapshot']])
    take(makeRows(3, 'now'))
    expect([ahead.sent, behind.sent]).toEqual([['snapshot'], ['snapshot', 'patch']])
    expect([ahead.rows, behind.rows]).toEqual([versioned.rows(), versioned.rows()])
  })

  test('brings a stalled viewer up to date in one message', () => {
    const { take, enter, versioned } = begin()
    take(makeRows(3, 'first'))
    const viewer = new Viewer()
    enter(viewer)
    viewer.isStalled = true
    for (let round = 0; round < 20; round += 1) take(makeRows(3, String(round)))
    expect(viewer.taken).toHaveLength(1)
    viewer.flow()
    expect(viewer.sent).toEqual(['snapshot', 'patch', 'patch'])
    expect(viewer.rows).toEqual(versioned.rows())
  })

  test('sends at most 32 unacknowledged versions and rejects an acknowledgement of a future version', () => {
    const { room, take, enter, versioned } = begin()
    take(makeRows(3, 'first'))
    const viewer = new Viewer()
    const watch = enter(viewer)
    for (let round = 0; round < 40; round += 1) take(makeRows(3, String(round)))
    expect(viewer.position).toEqual({ epoch: 'e', version: 33 })
    expect([room.countUnacknowledged(watch), room.acknowledge(watch, 34)]).toEqual([40, false])
    expect(room.acknowledge(watch, 33)).toBe(true)
    expect(viewer.rows).toEqual(versioned.rows())
  })

  test('brings every viewer to the current version, in order and without gaps', async () => {
    const act = fc.oneof(
      fc.record({ kind: fc.constant('change' as const), from: fc.nat(40), count: fc.nat(40), text: fc.string() }),
      fc.record({ kind: fc.constantFrom('stall', 'flow', 'ack', 'away', 'back'), viewerIndex: fc.nat(3) }),
      fc.record({ kind: fc.constantFrom('observed', 'turn') }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 120 }), fc.constantFrom(5, 400), async (acts, size) => {
        const { room, versioned, take, observed, enter } = begin()
        let rows = makeRows(size, 'first')
        take(rows)
        const viewers = Array.from({ length: 4 }, () => new Viewer())
        const watches = viewers.map((viewer) => enter(viewer))
        const ack = (at: number) => {
          const [viewer, watch] = [viewers[at], watches[at]]
          if (viewer?.position && watch) room.acknowledge(watch, viewer.position.version)
        }
        for (const one of acts) {
          if (one.kind === 'change' && 'count' in one) {
            rows = rows.map((row, at) =>
              at >= one.from && at < one.from + one.count
                ? { ...row, text: one.text, recent: [...row.recent.slice(-3), one.text] }
                : row,
            )
            take(one.count === 0 ? (rows = [...rows.slice(1), makeRow(one.text, one.text)]) : rows)
          } else if ('viewerIndex' in one) {
            const [viewer, watch] = [viewers[one.viewerIndex], watches[one.viewerIndex]]
            if (viewer === undefined || watch === undefined) continue
            if (one.kind === 'stall') viewer.isStalled = true
            else if (one.kind === 'flow') viewer.flow()
            else if (one.kind === 'ack') ack(one.viewerIndex)
            else {
              room.setAside(watch)
              watch.connection.watches = []
              viewer.taken.length = 0
              viewer.writableNeedDrain = false
              viewer.removeAllListeners()
              if (one.kind === 'back') watches[one.viewerIndex] = enter(viewer)
            }
          } else if (one.kind === 'observed') observed()
          else await new Promise((resolve) => setImmediate(resolve))
        }
        for (const [at, viewer] of viewers.entries()) {
          if (watches[at]?.connection.watches.length === 0) watches[at] = enter(viewer)
        }
        await vi.waitFor(
          () => {
            for (const [at, viewer] of viewers.entries()) {
              viewer.flow()
              ack(at)
              expect(viewer.position).toEqual({ epoch: 'e', version: versioned.version() })
              expect(viewer.rows).toEqual(versioned.rows())
            }
          },
          { interval: 1 },
        )
      }),
      { numRuns: 60 },
    )
  })
})
