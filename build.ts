import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, open, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { bundleOptions, workerPrograms } from '#relay-bundle'

interface Product {
  readonly name: string
  readonly folder: string
  readonly sources: readonly string[]
  readonly make: () => Promise<void>
}

const print = (line: string) => process.stdout.write(`${line}\n`)

const stage = async (title: string, work: () => Promise<void>): Promise<void> => {
  const startedAtMs = Date.now()
  print(`${title}…`)
  await work()
  print(`${title}… done in ${((Date.now() - startedAtMs) / 1_000).toFixed(1)} s`)
}

const filesBelow = async (path: string): Promise<string[]> => {
  if (!existsSync(path)) return []
  if ((await stat(path)).isFile()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const isSource = (path: string) => !/\.test\.tsx?$/.test(path)

const fingerprint = async (sources: readonly string[]): Promise<string> => {
  const files = (await Promise.all(sources.map(filesBelow))).flat().filter(isSource).sort()
  const hash = createHash('sha256').update(process.version)
  for (const file of files) hash.update(`\0${file}\0`).update(await readFile(file))
  return hash.digest('hex')
}

const pagesFolder = 'dist/client'
const compressible = new Set(['.html', '.js', '.css', '.svg', '.json'])
const compressedFromBytes = 1_024

const listUncompressed = async (folder: string, suffix: '.br' | '.gz'): Promise<string[]> => {
  const files = await filesBelow(folder)
  const existing = new Set(files)
  const missing = files.filter((file) => compressible.has(extname(file)) && !existing.has(`${file}${suffix}`))
  const sizes = await Promise.all(missing.map(async (file) => (await stat(file)).size))
  return missing.filter((_, index) => (sizes[index] ?? 0) >= compressedFromBytes)
}

const writeGzip = async (file: string): Promise<void> => {
  await writeFile(`${file}.gz`, await promisify(gzip)(await readFile(file), { level: 9 }))
}

const writeBrotli = async (file: string): Promise<void> => {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  const unfinished = `${file}.br.${process.pid}`
  await writeFile(unfinished, await promisify(brotliCompress)(await readFile(file), options))
  await rename(unfinished, `${file}.br`)
}

/** Only for files named by their content hash: a later build may overwrite others. */
const compressAssets = async (): Promise<void> => {
  const files = await listUncompressed(join(pagesFolder, 'assets'), '.br')
  if (files.length === 0) return
  await stage('Compressing the client', async () => {
    await Promise.all(files.map(writeBrotli))
  })
}

const compressAssetsLater = async (): Promise<void> => {
  const files = await listUncompressed(join(pagesFolder, 'assets'), '.br')
  if (files.length === 0) return
  const parameters = [...process.execArgv, import.meta.filename, '--compress']
  const compression = spawn(process.execPath, parameters, { stdio: 'ignore' })
  // On Linux the priority is per thread and inherited on creation: set it before the process starts its threads.
  if (compression.pid !== undefined) setPriority(compression.pid, 19)
  compression.unref()
}

const buildPages = async () => {
  // A test runner's own value would put React's development build into the pages.
  process.env['NODE_ENV'] = 'production'
  const vite = await import('vite')
  await vite.build({ logLevel: 'warn' })
  await Promise.all((await listUncompressed(pagesFolder, '.gz')).map(writeGzip))
  const uncompressed = await listUncompressed(pagesFolder, '.br')
  await Promise.all(uncompressed.filter((file) => dirname(file) === pagesFolder).map(writeBrotli))
}

const buildRelay = async () => {
  const esbuild = await import('esbuild')
  await esbuild.build({
    ...bundleOptions,
    entryPoints: { main: 'relay/main.ts', ...workerPrograms },
    outdir: 'dist/relay',
  })
  await cp('relay/database/migrations', 'dist/relay/migrations', { recursive: true })
  await cp('dist/database/template.tar.gz', 'dist/relay/template.tar.gz')
}

const buildDatabase = async () => {
  const { writeTemplate } = await import('#relay/database/write-template.ts')
  await mkdir('dist/database', { recursive: true })
  await writeTemplate('dist/database/template.tar.gz')
}

const common = ['shared', 'machines', 'package.json', 'package-lock.json', 'build.ts']
const pages: Product = {
  name: 'pages',
  folder: pagesFolder,
  sources: [...common, 'client', 'docs', 'packages', 'vite.config.ts', 'bundle-plugins.ts'],
  make: buildPages,
}
const database: Product = {
  name: 'database',
  folder: 'dist/database',
  sources: ['relay/database', 'package-lock.json', 'build.ts'],
  make: buildDatabase,
}
const relay: Product = {
  name: 'relay',
  folder: 'dist/relay',
  sources: [...common, 'relay', 'relay-bundle.ts'],
  make: buildRelay,
}

const bringUpToDate = async ({ name, folder, sources, make }: Product): Promise<void> => {
  const stamp = `${folder}.built`
  const wanted = await fingerprint(sources)
  const built = await readFile(stamp, 'utf8').catch(() => '')
  if (built === wanted && existsSync(folder)) return
  await stage(`Building the ${name}`, async () => {
    await rm(stamp, { force: true })
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    await make()
    await writeFile(stamp, wanted)
  })
}

const bringAllUpToDate = async (): Promise<void> => {
  const relayWithDatabase = async () => {
    await bringUpToDate(database)
    await bringUpToDate(relay)
  }
  const results = await Promise.allSettled([bringUpToDate(pages), relayWithDatabase()])
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Concurrent builds would delete each other's files: the second one waits, then finds everything up to date. */
const alone = async (work: () => Promise<void>): Promise<void> => {
  const path = 'dist/building.lock'
  await mkdir('dist', { recursive: true })
  const lock = await open(path, 'wx').catch(() => null)
  if (lock === null) {
    const owner = Number(await readFile(path, 'utf8').catch(() => ''))
    if (owner > 0 && !isAlive(owner)) await unlink(path).catch(() => undefined)
    await wait(200)
    return alone(work)
  }
  try {
    await lock.writeFile(String(process.pid))
    await work()
  } finally {
    await lock.close()
    await unlink(path)
  }
}

const pageSettingsPlugin = async () => {
  const { ConfigError, readConfig } = await import('#relay/config/config.ts')
  const { pageFactsFromConfig, toPageSettings, withPageSettings } = await import('#relay/http/page-settings.ts')
  try {
    const settings = toPageSettings(pageFactsFromConfig(readConfig(process.env)))
    return { name: 'page-settings', transformIndexHtml: (html: string) => withPageSettings(html, settings) }
  } catch (error) {
    if (error instanceof ConfigError) return null
    throw error
  }
}

const pageHosts = ['localhost:4601', '127.0.0.1:4601']

const develop = async () => {
  await alone(() => bringUpToDate(database))
  process.env['RELAY_URL'] ??= `http://127.0.0.1:${process.env['PORT'] ?? 4600}`
  const relay = spawn('npx', ['--no-install', 'tsx', 'watch', '--clear-screen=false', 'relay/main.ts'], {
    stdio: 'inherit',
    env: { ...process.env, ALLOWED_HOSTS: [process.env['ALLOWED_HOSTS'], ...pageHosts].filter(Boolean).join(',') },
  })
  const vite = await import('vite')
  const server = await vite.createServer({ plugins: [await pageSettingsPlugin()] })
  await server.listen()
  print(`Pages: ${server.resolvedUrls?.local[0] ?? 'http://127.0.0.1:4601'} (reloads on change)`)
  relay.on('exit', (code) => {
    void server.close().then(() => process.exit(code ?? 0))
  })
}

if (process.argv.includes('--dev')) await develop()
else if (process.argv.includes('--compress')) await compressAssets()
else if (process.argv.includes('--compress-later')) {
  await alone(bringAllUpToDate)
  await compressAssetsLater()
} else {
  await alone(async () => {
    await bringAllUpToDate()
    await compressAssets()
  })
}
