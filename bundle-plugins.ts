import react from '@vitejs/plugin-react'
import { build as bundle } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { build, type Plugin } from 'vite'

const throwStatement = (feature: string) => `throw new Error(${JSON.stringify(`This build excludes ${feature}`)})`

const otherTransport = throwStatement('transports other than WebSocket.')

const withoutPolling: Plugin = {
  name: 'without-polling',
  load: {
    filter: { id: /\/engine\.io-client\/build\/esm\/transports\/(index|polling-xhr)\.js$/ },
    handler: (id) =>
      id.endsWith('index.js')
        ? `import { WS } from './websocket.js'
           import { XHR } from './polling-xhr.js'
           export const transports = { websocket: WS, polling: XHR, webtransport: XHR }`
        : `export function XHR() { ${otherTransport} }`,
  },
}

const jsonSchema = throwStatement('JSON schemas of zod schemas. See the modules built separately.')

const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  load: {
    filter: { id: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
    handler: async (id) => {
      const names = [...(await readFile(id, 'utf8')).matchAll(/^export (?:const|function|class) (\w+)/gm)]
      // Every schema creates its methods on construction, so creating them must succeed; only calling them may throw.
      const exported = names.map(([, name = '']) =>
        name.startsWith('create') ? `export const ${name} = () => refuse` : `export { refuse as ${name} }`,
      )
      return [`const refuse = () => { ${jsonSchema} }`, ...exported].join('\n')
    },
  },
}

const defaultTheme = 'return themeQuartz;'

const withoutGridTheme: Plugin = {
  name: 'without-grid-theme',
  transform: {
    filter: { id: /\/ag-grid-community\/.*\/main\.esm\.mjs$/ },
    handler: (code) => {
      if (!code.includes(defaultTheme)) throw new Error('AG Grid defines its default theme differently than expected.')
      return code.replace(
        defaultTheme,
        `${throwStatement('the default theme of AG Grid. Pass our theme to the table.')};`,
      )
    },
  },
}

const unusedGridModules = [
  'DataTypeModule',
  'ColumnMoveModule',
  'ColumnHeaderCompModule',
  'ColumnGroupHeaderCompModule',
  'OverlayModule',
  'ChangeDetectionModule',
  'AnimationFrameModule',
  'TouchModule',
  'ExpressionModule',
  'SkeletonCellRendererModule',
  'ColumnDelayRenderModule',
]

/** The core of AG Grid requires features that our tables have of their own or do without. */
const withoutGridModules: Plugin = {
  name: 'without-grid-modules',
  transform: {
    filter: { id: /\/ag-grid-community\/.*\/main\.esm\.mjs$/ },
    handler: (code) => {
      const core = /(?<=var CommunityCoreModule = \{.*?dependsOn: \[)[^\]]+/s
      const required =
        core
          .exec(code)?.[0]
          .split(',')
          .map((name) => name.trim()) ?? []
      const missing = unusedGridModules.filter((name) => !required.includes(name))
      if (missing.length > 0) throw new Error(`The core of AG Grid no longer requires ${missing.join(', ')}.`)
      return code.replace(core, required.filter((name) => !unusedGridModules.includes(name)).join(', '))
    },
  },
}

const wallets = throwStatement('sign-in with a Solana wallet. Disable it at the provider.')

const withoutWallets: Plugin = {
  name: 'without-wallets',
  load: {
    filter: { id: /\/@clerk\/ui\/dist\/.*\/Web3SolanaWalletButtons\.js$/ },
    handler: () => wallets,
  },
}

const pushWorkerFile = 'push-worker.js'

/** Bundled as one classic script: not every browser supports modules in service workers. */
const pushWorkerCode = async (): Promise<string> => {
  const { outputFiles } = await bundle({
    absWorkingDir: import.meta.dirname,
    entryPoints: ['client/push/push-worker.ts'],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
  })
  return outputFiles.map(({ text }) => text).join('')
}

/** The address must be the same in every build: browsers check it for a newer service worker. */
export const pushWorker: Plugin = {
  name: 'push-worker',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: pushWorkerFile, source: await pushWorkerCode() })
  },
  configureServer: ({ middlewares }) => {
    middlewares.use(`/${pushWorkerFile}`, (_request, response, next) => {
      pushWorkerCode().then((code) => response.setHeader('content-type', 'text/javascript').end(code), next)
    })
  },
}

/**
 * Lists the scripts of pages by the pattern of their address: the relay has the browser load them beside the entry
 * instead of after it.
 */
export const pageFiles = (pages: Readonly<Record<string, string>>): Plugin => ({
  name: 'page-files',
  generateBundle: {
    // After Vite has removed the scripts of chunks that were only style sheets.
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
      const withImports = (fileName: string, found: Set<string>): Set<string> => {
        if (found.has(fileName)) return found
        found.add(fileName)
        const chunk = chunks.find((part) => part.fileName === fileName)
        for (const imported of chunk?.imports ?? []) withImports(imported, found)
        return found
      }
      const entry = chunks.find(({ isEntry }) => isEntry)
      const loadedFirst = entry === undefined ? new Set<string>() : withImports(entry.fileName, new Set())
      const listFiles = (path: string): string[] => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${path}`)))
        if (chunk === undefined)
          throw new Error(`The build has no ${path}. Correct the list of pages in vite.config.ts.`)
        return [...withImports(chunk.fileName, new Set())].filter((file) => !loadedFirst.has(file))
      }
      const files = Object.entries(pages).map(([pattern, path]) => [pattern, listFiles(path)])
      this.emitFile({ type: 'asset', fileName: 'page-files.json', source: JSON.stringify(Object.fromEntries(files)) })
    },
  },
})

const escaped = (name: string) => name.replaceAll('/', String.raw`\/`)

const refuseHollowPackages = (names: readonly string[]): Plugin => ({
  name: 'refuse-hollow-packages',
  load: {
    filter: { id: new RegExp(`/node_modules/(${names.map(escaped).join('|')})/`) },
    handler: (id) => {
      throw new Error(`A page imports ${id}, which is installed as an empty package (overrides in package.json).`)
    },
  },
})

export const withoutUnused = (hollowPackages: readonly string[]): Plugin[] => [
  withoutPolling,
  withoutJsonSchema,
  withoutGridTheme,
  withoutGridModules,
  withoutWallets,
  refuseHollowPackages(hollowPackages),
]

const mark = '?apart'

export const apart = (name: string, importer: RegExp, packageId: RegExp): Plugin => ({
  name: `apart-${name}`,
  enforce: 'pre',
  async resolveId(id, from) {
    if (from === undefined) return null
    const isWithin = from.endsWith(mark) && packageId.test(from)
    if (!isWithin && !importer.test(from)) return null
    const found = await this.resolve(id, from.replace(mark, ''), { skipSelf: true })
    return found !== null && packageId.test(found.id) ? `${found.id}${mark}` : null
  },
  load: {
    filter: { id: /\?apart$/ },
    handler: (id) => (packageId.test(id) ? readFile(id.slice(0, -mark.length), 'utf8') : null),
  },
})

/** Everything below `shared/` that a converted schema imports needs the complete zod, too. */
export const jsonSchemasApart = [
  apart('json-schema-check', /domain\/resources\/json-schema-check\.ts$/, /node_modules\/zod\//),
  apart('json-schema-of-playbooks', /playbook-spec-check\.ts$/, /node_modules\/zod\/|\/shared\//),
  apart('json-schema-of-rules', /rule-spec-check\.ts$/, /node_modules\/zod\/|\/shared\//),
]

export const neededBy = async (...files: readonly string[]): Promise<ReadonlySet<string>> => {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: import.meta.dirname,
    plugins: [react(), { name: 'without-later', resolveDynamicImport: () => ({ id: 'later', external: true }) }],
    build: { write: false, minify: false, rolldownOptions: { input: [...files], preserveEntrySignatures: 'strict' } },
  })
  if (!('output' in built)) throw new Error('The initial load was not built.')
  return new Set(
    built.output.flatMap((chunk) =>
      chunk.type === 'chunk'
        ? Object.entries(chunk.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []))
        : [],
    ),
  )
}
