import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { apart, jsonSchemasApart, neededBy, pageFiles, pushWorker, withoutUnused } from './bundle-plugins.ts'
import manifest from './package.json' with { type: 'json' }

const relay = process.env['RELAY_URL'] ?? 'http://127.0.0.1:4600'

const hollowPackages = Object.values(manifest.overrides).flatMap((overrides) =>
  Object.entries(overrides).flatMap(([name, version]) => (version.startsWith('npm:empty-npm-package') ? [name] : [])),
)

/** One file compresses better than several: the entry, and what the health page shares with other pages. */
const commonGroup = async () => {
  const firstLoad = await neededBy('client/main.tsx', 'client/features/health/health-page.tsx')
  // Pages find a newer build by the name of the entry's file, so the entry keeps a file of its own.
  const apartFromCommon =
    /client\/main\.tsx$|node_modules\/ag-|client\/(features\/health|ui\/grid|ui\/table\/live-table)/
  return { name: (id: string) => (firstLoad.has(id) && !apartFromCommon.test(id) ? 'common' : null) }
}

const pages = {
  '/topology': 'client/features/topology/topology-page.tsx',
  '/health': 'client/features/health/health-page.tsx',
  '/incidents': 'client/features/incidents/incidents-page.tsx',
  '/incidents/:id': 'client/features/incidents/incident/incident-page.tsx',
  '/catalog': 'client/features/catalog/catalog-page.tsx',
  '/playbooks/runs': 'client/features/playbooks/runs/runs-page.tsx',
  '/playbooks/runs/:id': 'client/features/playbooks/runs/run-page.tsx',
  '/notifications': 'client/features/notifications/sends/notifications-page.tsx',
  '/view/health': 'client/features/wall/health-wall-page.tsx',
}

export default defineConfig(async ({ command }) => ({
  root: 'client',
  cacheDir: '../.cache/vite',
  plugins: [
    react(),
    pushWorker,
    pageFiles(pages),
    ...withoutUnused(hollowPackages),
    apart('hosted-menus', /node_modules\/@clerk\//, /node_modules\/(@floating-ui\/react|tabbable)\//),
    ...jsonSchemasApart,
  ],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // Browsers without module preload support load a page's files slightly later.
    modulePreload: { polyfill: false },
    // The forms of the hosted provider are the largest chunk; `npm run bench` limits the size of a first load.
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: command === 'build' ? [await commonGroup()] : [] },
      },
    },
  },
  server: {
    port: 4601,
    strictPort: true,
    proxy: {
      // Excludes the modules of client/api, which have paths below /api too.
      '^/api/(?!.+\\.tsx?$)': { target: relay },
      '/socket.io': { target: relay, ws: true },
    },
  },
}))
