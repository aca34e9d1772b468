import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openEmbedded } from '#relay/database/embedded.ts'
import { embeddedTemplate } from '#tests/fixtures/embedded-template.ts'
import { programArguments } from '#tests/fixtures/program-arguments.ts'
import { onSmallDisk } from '#tests/fixtures/small-disk.ts'

const program = programArguments('fill-disk')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarterdeck-full-'))
  return () => rm(folder, { recursive: true, force: true })
})

const time = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z'
const rejectionPattern = new RegExp(`(stopped at|has been unavailable since) ${time}.*its disk is full`)

const makeFailure = (part: string, expectedText: string) => ({
  part,
  since: expect.stringMatching(new RegExp(`^${time}$`)),
  sentence: expect.stringContaining(expectedText),
})

test('ends a statement that never returns on a full disk, with its thread', { timeout: 120_000 }, async () => {
  const options = { dataDir: join(folder, 'database'), template: await embeddedTemplate() }
  let isFull = false
  const database = await openEmbedded({ ...options, isFull: async () => isFull, lookForRoomMs: 1_000, graceMs: 500 })
  try {
    await database.query("insert into properties (name, value) values ('acknowledged', 'yes')")
    isFull = true
    const stuck = database.query('select pg_sleep(3600)')
    await expect(stuck).rejects.toThrow(rejectionPattern)
    isFull = false
    const { rows } = await database.query("select value from properties where name = 'acknowledged'")
    expect(rows).toEqual([{ value: 'yes' }])
    const reason = 'its disk is full'
    expect(database.condition()).toMatchObject({ outage: null, restarts: 1, lastRestart: { reason } })
  } finally {
    await database.close()
  }
})

const canMount = onSmallDisk(tmpdir()) !== undefined

// An unprivileged user in a chroot cannot mount; only the test above runs then.
if (!canMount) process.stderr.write('No small disk can be mounted here: skipping the test on a real full disk.\n')
// oxlint-disable-next-line vitest/no-conditional-tests -- a skipped test would fail the line where no disk can be mounted
if (canMount) {
  test('reports a full disk, keeps acknowledged data, and recovers', { timeout: 120_000 }, async () => {
    const smallDisk = onSmallDisk(folder)
    if (smallDisk === undefined) throw new Error('The machine no longer allows mounts.')
    const node = [process.execPath, ...program, folder, await embeddedTemplate()]
    const child = spawn('/usr/bin/env', [...smallDisk, ...node], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [written, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect({ code, written }).toMatchObject({ code: 0 })
    const rejected = {
      kind: 'refused',
      rejection: expect.stringMatching(rejectionPattern),
      errors: [
        makeFailure('disk', 'The disk of DATA_DIR is full.'),
        makeFailure('database', 'The database is restarting: its disk is full.'),
      ],
    }
    expect(
      written
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toEqual([
      { kind: 'filled', acknowledged: 20, error: expect.stringContaining('ENOSPC') },
      rejected,
      rejected,
      { kind: 'freed' },
      { kind: 'recovered', acknowledged: expect.any(Number), lost: [], errors: [], restarts: expect.any(Number) },
    ])
  })
}
