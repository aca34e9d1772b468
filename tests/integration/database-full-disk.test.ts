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
const rejectionPattern = new RegExp(`(stopped at|cannot be used since) ${time}.*the disk that it is on is full`)

const makeFailure = (part: string, expectedText: string) => ({
  part,
  since: expect.stringMatching(new RegExp(`^${time}$`)),
  sentence: expect.stringContaining(expectedText),
})

test(
  'a statement that never returns while the disk is full is ended with its thread',
  { timeout: 120_000 },
  async () => {
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
      const reason = 'the disk that it is on is full'
      expect(database.condition()).toMatchObject({ outage: null, restarts: 1, lastRestart: { reason } })
    } finally {
      await database.close()
    }
  },
)

const canMount = onSmallDisk(tmpdir()) !== undefined

// An unprivileged user in a chroot cannot mount; only the test above runs then.
if (!canMount) process.stderr.write('No small disk can be mounted here: the test on a real full disk is left out.\n')
// oxlint-disable-next-line vitest/no-conditional-tests -- a skipped test would fail the line where no disk can be mounted
if (canMount) {
  test('a full disk is said, loses nothing that was acknowledged, and is got over', { timeout: 120_000 }, async () => {
    const smallDisk = onSmallDisk(folder)
    if (smallDisk === undefined) throw new Error('the machine took its mounts back')
    const node = [process.execPath, ...program, folder, await embeddedTemplate()]
    const child = spawn('/usr/bin/env', [...smallDisk, ...node], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [written, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect({ code, written }).toMatchObject({ code: 0 })
    const rejected = {
      kind: 'refused',
      refusal: expect.stringMatching(rejectionPattern),
      troubles: [
        makeFailure('disk', 'The disk of DATA_DIR is full'),
        makeFailure('database', 'The database is being started again: the disk that it is on is full'),
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
      { kind: 'recovered', acknowledged: expect.any(Number), lost: [], troubles: [], restarts: expect.any(Number) },
    ])
  })
}
