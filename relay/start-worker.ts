import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * The bundle has it as JavaScript, source as TypeScript. Loading TypeScript takes half a second, so test runs
 * bundle it once.
 */
export const findWorkerProgram = (moduleUrl: string, name: string): URL => {
  const isSource = moduleUrl.endsWith('.ts')
  const bundles = isSource ? process.env['BUNDLED_PROGRAMS_DIR'] : undefined
  if (bundles !== undefined) return pathToFileURL(join(bundles, `${name}.js`))
  return new URL(isSource ? `${name}.ts` : `${name}.js`, moduleUrl)
}

export const startWorker = (moduleUrl: string, name: string, options: WorkerOptions): Worker => {
  const program = findWorkerProgram(moduleUrl, name)
  if (program.pathname.endsWith('.js')) return new Worker(program, options)
  const load = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(program)}) })`
  return new Worker(load, { ...options, eval: true, execArgv: [] })
}
