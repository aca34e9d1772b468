import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { embeddedTemplate } from '#tests/fixtures/embedded-template.ts'
import { killWhileReplaced } from '#tests/fixtures/kill-while-replaced.ts'
import type { Bench } from './bench.ts'

const rounds = 100

/** Every acknowledged row must survive a SIGKILL during the replacement of the database thread. */
export const killRounds: Bench = {
  name: `acknowledged writes lost in ${rounds} kills during a replacement`,
  goal: { atMost: 0 },
  onlyWhenNamed: true,
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-kills-'))
    try {
      const { acknowledged, lost } = await killWhileReplaced(join(folder, 'database'), await embeddedTemplate(), rounds)
      return { ours: lost.length, reference: acknowledged, ratio: lost.length / acknowledged, unit: 'rows' }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}
