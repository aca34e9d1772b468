import { build } from 'esbuild'
import { rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { bundleOptions, workerPrograms } from '#relay-bundle'

const root = fileURLToPath(new URL('../../', import.meta.url))
const testPrograms = 'tests/fixtures/programs'

/** The folder must be inside the checkout, where programs find node_modules. */
export default async (project: TestProject): Promise<void> => {
  if (process.env['BUNDLED_PROGRAMS_DIR'] !== undefined) return
  await mkdir(join(root, '.cache'), { recursive: true })
  const outdir = await mkdtemp(join(root, '.cache/programs-'))
  // An interrupted run calls no teardown.
  process.once('exit', () => rmSync(outdir, { recursive: true, force: true }))
  const bundle = async () => {
    const names = await readdir(join(root, testPrograms))
    const entries = names.map((name) => [name.replace(/\.ts$/, ''), join(testPrograms, name)] as const)
    await build({
      ...bundleOptions,
      absWorkingDir: root,
      entryPoints: { ...workerPrograms, ...Object.fromEntries(entries) },
      outdir,
    })
  }
  await bundle()
  await cp(join(root, 'relay/database/migrations'), join(outdir, 'migrations'), { recursive: true })
  project.onTestsRerun(bundle)
  process.env['BUNDLED_PROGRAMS_DIR'] = outdir
}
