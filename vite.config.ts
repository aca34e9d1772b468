import react from '@vitejs/plugin-react'
import { readFile } from 'node:fs/promises'
import { defineConfig, type Plugin } from 'vite'

const relay = process.env['RELAY_URL'] ?? 'http://127.0.0.1:4600'

/**
 * Leaves out Blueprint’s list of icon names, 8 KB of what every page loads first: icons are components here, and
 * nothing looks one up by its name.
 */
const withoutIconNames: Plugin = {
  name: 'without-icon-names',
  load: {
    filter: { id: /\/@blueprintjs\/icons\/.*\/blueprint-icons-16\.js$/ },
    handler: () => 'export const BlueprintIcons_16 = {}; export const BLUEPRINT_ICONS_16_CODEPOINTS = {}',
  },
}

/** Leaves out Engine.IO's other ways to connect, 4 KB of what every page loads first: the relay takes WebSockets alone. */
const withoutPolling: Plugin = {
  name: 'without-polling',
  load: {
    filter: { id: /\/engine\.io-client\/build\/esm\/transports\/(index|polling-xhr)\.js$/ },
    handler: (id) =>
      id.endsWith('index.js')
        ? "import { WS } from './websocket.js'; export const transports = { websocket: WS }"
        : 'export const XHR = undefined',
  },
}

/** Leaves out how schemas describe themselves as JSON schema, 6 KB of what every page loads first: one late page asks. */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  load: {
    filter: { id: /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
    handler: async (id) =>
      [...(await readFile(id, 'utf8')).matchAll(/^export (?:const|function|class) (\w+)/gm)]
        .map(([, name]) => `export const ${name} = () => undefined`)
        .join('\n'),
  },
}

const defaultTheme = 'return themeQuartz;'

/** Leaves out the table library's own theme, 8 KB of what every page with a table loads first: each table here has ours. */
const withoutGridTheme: Plugin = {
  name: 'without-grid-theme',
  transform: {
    filter: { id: /\/ag-grid-community\/.*\/main\.esm\.mjs$/ },
    handler: (code) => {
      if (!code.includes(defaultTheme)) throw new Error('The table library names its default theme in another way.')
      return code.replace(defaultTheme, 'return createTheme();')
    },
  },
}

const mark = '?apart'

/**
 * Gives `importer` a copy of a package for itself. What it uses of the package would otherwise weigh on every page that
 * uses any of it, since a module is in one file only.
 */
const apart = (name: string, importer: RegExp, packageId: RegExp): Plugin => ({
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

export default defineConfig({
  root: 'client',
  cacheDir: '../.cache/vite',
  plugins: [
    react(),
    withoutIconNames,
    withoutPolling,
    withoutJsonSchema,
    withoutGridTheme,
    apart('hosted-menus', /node_modules\/@clerk\//, /node_modules\/(@floating-ui\/react|tabbable)\//),
    apart('json-schema-check', /run-dialog\/json-schema-check\.ts$/, /node_modules\/zod\//),
    apart('json-schema-of-specs', /editor\/spec-schema\.ts$/, /node_modules\/zod\/|\/shared\/playbooks\//),
  ],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // A browser without it loads a page's files a little later, and no other pays for it.
    modulePreload: { polyfill: false },
    // The hosted provider's forms are the largest; what a first load may weigh on the wire is held by `npm run bench`.
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // What nearly every page needs is one file: small ones each begin their compression anew.
        codeSplitting: {
          groups: [
            {
              name: 'common',
              test: /^(?!.*node_modules).*\/(client|shared|machines)\/|node_modules\/(@blueprintjs|wouter|@tanstack|xstate|@xstate|zod|react|react-dom|react-transition-group|scheduler)\//,
              minShareCount: 8,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 4601,
    strictPort: true,
    proxy: {
      // Not the modules of client/api, which have addresses below /api too.
      '^/api/(?!.+\\.tsx?$)': { target: relay },
      '/socket.io': { target: relay, ws: true },
    },
  },
})
