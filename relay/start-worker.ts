import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts `<name>.ts`, which stands beside the module whose `import.meta.url` is given, in a thread of its own. In the bundle it is
 * an entry of `build.ts` and stands beside as JavaScript; from source it is TypeScript, which its thread must learn to load.
 */
export const startWorker = (moduleUrl: string, name: string, options: WorkerOptions): Worker => {
  if (!moduleUrl.endsWith('.ts')) return new Worker(new URL(`${name}.js`, moduleUrl), options)
  const source = JSON.stringify(new URL(`${name}.ts`, moduleUrl))
  const load = `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}) })`
  return new Worker(load, { ...options, eval: true, execArgv: [] })
}
