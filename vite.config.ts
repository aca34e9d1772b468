import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { apart, neededBy, pushWorker, withoutUnused } from './bundle-plugins.ts'
import manifest from './package.json' with { type: 'json' }

const relay = process.env['RELAY_URL'] ?? 'http://127.0.0.1:4600'

/** Packages of which an empty one is installed. */
const hollowPackages = Object.values(manifest.overrides).flatMap((overrides) =>
  Object.entries(overrides).flatMap(([name, version]) => (version.startsWith('npm:empty-npm-package') ? [name] : [])),
)

/** What a first load of /health shares with other pages is one file: small ones each begin their compression anew. */
const commonGroup = async () => {
  const firstLoad = await neededBy('client/main.tsx', 'client/app/health-with-actions.tsx')
  return {
    debugName: 'common',
    name: (id: string) => (firstLoad.has(id) ? 'common' : null),
    test: /^(?!.*(node_modules|client\/(features|ui\/grid|ui\/table\/live-table))).*\/(client|shared|machines)\/|node_modules\/(@blueprintjs|wouter|@tanstack|xstate|@xstate|zod|react|react-dom|react-transition-group|scheduler)\/|packages\/blueprint-icons\//,
    minShareCount: 3,
  }
}

export default defineConfig(async ({ command }) => ({
  root: 'client',
  cacheDir: '../.cache/vite',
  plugins: [
    react(),
    pushWorker,
    ...withoutUnused(hollowPackages),
    apart('hosted-menus', /node_modules\/@clerk\//, /node_modules\/(@floating-ui\/react|tabbable)\//),
    apart('json-schema-check', /domain\/resources\/json-schema-check\.ts$/, /node_modules\/zod\//),
    apart('json-schema-of-playbooks', /playbook-spec-check\.ts$/, /node_modules\/zod\/|\/shared\/playbooks\//),
    apart('json-schema-of-rules', /rule-spec-check\.ts$/, /node_modules\/zod\/|\/shared\/notifications\/rule-spec/),
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
        codeSplitting: { groups: command === 'build' ? [await commonGroup()] : [] },
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
}))
