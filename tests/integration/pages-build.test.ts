import { fileURLToPath } from 'node:url'
import type { Rollup } from 'vite'
import { build } from 'vite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { builtinEnvironments } from 'vitest/runtime'
import { jsonSchemasApart, pageFiles, withoutUnused } from '#bundle-plugins'

const entry = 'virtual:entry'

const run = async (source: string, hollow: readonly string[] = []): Promise<Record<string, () => unknown>> => {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        enforce: 'pre',
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) => (id === entry ? source : null),
      },
      ...withoutUnused(hollow),
      ...jsonSchemasApart,
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict', output: { codeSplitting: false } },
    },
  })
  const [output] = (Array.isArray(result) ? result : [result]) as Rollup.RollupOutput[]
  const code = output?.output.map((part) => (part.type === 'chunk' ? part.code : '')).join('\n') ?? ''
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
}

const featureFile = (path: string) =>
  JSON.stringify(fileURLToPath(new URL(`../../client/features/${path}`, import.meta.url)))

/** The environment leaves its own `Request` and `URL` behind: a second one would wrap them until `instanceof` overflows. */
const becomePage = async () => {
  const { Request, URL } = globalThis
  const { teardown } = await builtinEnvironments.jsdom.setup(globalThis, {})
  onTestFinished(async () => {
    await teardown(globalThis)
    Object.assign(globalThis, { Request, URL })
  })
}

describe('packages left out of the pages fail when used', () => {
  test('JSON schemas of zod schemas fail, while schemas still parse', async () => {
    const pages = await run(`
      import { z } from 'zod'
      export const parsed = () => z.object({ port: z.number() }).parse({ port: 4600 })
      export const ofAll = () => z.toJSONSchema(z.string())
      export const ofOne = () => z.string().toJSONSchema()`)
    expect(pages['parsed']?.()).toEqual({ port: 4600 })
    expect(pages['ofAll']).toThrow('This build excludes JSON schemas of zod schemas.')
    expect(pages['ofOne']).toThrow('This build excludes JSON schemas of zod schemas.')
  })

  test('the schemas of the playbook editor and of the rule editor are built with JSON schemas', async () => {
    const pages = await run(`
      import { playbookJsonSchema } from ${featureFile('playbooks/playbook-spec-check.ts')}
      import { ruleJsonSchema } from ${featureFile('notifications/rules/rule-spec-check.ts')}
      export const ofPlaybooks = () => Object.keys(playbookJsonSchema.properties)
      export const ofRules = () => Object.keys(ruleJsonSchema.properties)`)
    expect(pages['ofPlaybooks']?.()).toContain('actions')
    expect(pages['ofRules']?.()).toContain('events')
  })

  test('connections other than WebSocket', async () => {
    const pages = await run(`
      import { io } from 'socket.io-client'
      const connect = (transports) => io('http://127.0.0.1:9', { transports, forceNew: true, reconnection: false })
      export const websocket = () => connect(['websocket']).close()
      export const polling = () => connect(['polling'])`)
    expect(pages['websocket']).not.toThrow()
    expect(pages['polling']).toThrow('This build excludes transports other than WebSocket.')
  })

  test('the built-in theme of the table library, while a table with our theme renders', async () => {
    const pages = await run(`
      import { ClientSideRowModelModule, ModuleRegistry, createGrid, createTheme } from 'ag-grid-community'
      ModuleRegistry.registerModules([ClientSideRowModelModule])
      const draw = (options) => createGrid(document.body, { columnDefs: [], rowData: [], ...options }).destroy()
      export const ours = () => draw({ theme: createTheme() })
      export const theirs = () => draw({})`)
    await becomePage()
    expect(pages['ours']).not.toThrow()
    expect(pages['theirs']).toThrow('This build excludes the default theme of AG Grid.')
  })

  test('buttons of Solana wallets', async () => {
    const wallets = import.meta.resolve('@clerk/ui').replace('index.js', 'elements/Web3SolanaWalletButtons.js')
    const pages = await run(`export const buttons = () => import(${JSON.stringify(fileURLToPath(wallets))})`)
    await becomePage()
    await expect(pages['buttons']?.()).rejects.toThrow('This build excludes sign-in with a Solana wallet.')
  })
})

test('pages leave the globals of other tests as they were', () => {
  expect(new Request('http://127.0.0.1:9')).toBeInstanceOf(Request)
  expect(new URL('http://127.0.0.1:9')).toBeInstanceOf(URL)
})

test('a build that uses an emptied package fails with its name', async () => {
  await expect(run("import '@stripe/stripe-js'", ['@stripe/stripe-js'])).rejects.toThrow(
    'which is installed as an empty package',
  )
})

describe('scripts of pages', () => {
  const modules: Readonly<Record<string, string>> = {
    '/client/entry.js':
      "import '/client/common.js'; globalThis.open = [import('/client/list.js'), import('/client/item.js'), import('/client/plain.js')]",
    '/client/common.js': "console.log('common')",
    '/client/list.js':
      "import '/client/common.js'; import '/client/table.js'; import '/client/look.css'; console.log('list')",
    '/client/item.js': "import '/client/table.js'; import '/client/look.css'; console.log('item')",
    '/client/plain.js': "import '/client/look.css'; console.log('plain')",
    '/client/table.js': "console.log('table')",
    '/client/look.css': 'main { color: red }',
  }
  const buildWith = async (pages: Readonly<Record<string, string>>) => {
    const result = await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [
        {
          name: 'modules',
          enforce: 'pre',
          resolveId: (id) => (id in modules ? id : null),
          load: (id) => modules[id] ?? null,
        },
        pageFiles(pages),
      ],
      build: { write: false, rolldownOptions: { input: '/client/entry.js' } },
    })
    const { output } = result as Rollup.RollupOutput
    return output.flatMap((part) => (part.fileName === 'page-files.json' && part.type === 'asset' ? part.source : []))
  }

  test('are listed by address, without those that the entry loads and those that were only style sheets', async () => {
    const [source] = await buildWith({ '/list': 'client/list.js', '/list/:id': 'client/item.js' })
    const listed = JSON.parse(String(source)) as Record<string, string[]>
    const names = Object.entries(listed).map(([path, files]) => [
      path,
      files.map((file) => file.replace(/^assets\/(\w+)-.*$/, '$1')).sort(),
    ])
    expect(names).toEqual([
      ['/list', ['list', 'table']],
      ['/list/:id', ['item', 'table']],
    ])
  })

  test('a listed page that does not exist stops the build', async () => {
    await expect(buildWith({ '/gone': 'client/gone.js' })).rejects.toThrow('The build has no client/gone.js.')
  })
})
