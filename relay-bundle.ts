import type { BuildOptions, Plugin } from 'esbuild'
import { readFileSync } from 'node:fs'

export const workerPrograms = {
  'embedded-worker': 'relay/database/embedded-worker.ts',
  'expression-worker': 'relay/backend/templates/worker/expression-worker.ts',
  'jq-worker': 'relay/backend/jq/jq-worker.ts',
  'sqlite-worker': 'relay/backend/scrapers/kinds/sqlite-worker.ts',
  'documents-worker': 'relay/backend/clients/documents/documents-worker.ts',
}

/**
 * Needed at every start, which takes a quarter less processor time when they are in few files. The others find files
 * by their own place, or are loaded on first use.
 */
const bundled: ReadonlySet<string> = new Set([
  '@fastify/compress',
  '@fastify/helmet',
  '@fastify/http-proxy',
  '@fastify/static',
  '@jmespath-community/jmespath',
  '@marcbachmann/cel-js',
  'croner',
  'dayjs',
  'fastify',
  'fastify-plugin',
  'jose',
  'json-p3',
  'otpauth',
  'pg',
  'prom-client',
  'quickjs-emscripten-core',
  're2js',
  'smol-toml',
  'socket.io',
  'undici',
  'yaml',
  'zod',
])

/** A CommonJS package that is loaded on first use would have no named exports in a bundle. */
const refuseLateCommonJs: Plugin = {
  name: 'refuse-late-common-js',
  setup: (build) =>
    build.onEnd(({ metafile }) => ({
      errors: Object.values(metafile?.outputs ?? {})
        .filter(({ entryPoint, exports }) => entryPoint?.includes('node_modules/') && exports.join() === 'default')
        .map(({ entryPoint }) => ({
          text: `${entryPoint} is CommonJS and loaded on first use. Leave the package that loads it out of bundled.`,
        })),
    })),
}

const readPackages = (): { readonly installed: ReadonlySet<string>; readonly all: ReadonlySet<string> } => {
  const text = readFileSync(new URL('package.json', import.meta.url), 'utf8')
  const { dependencies, devDependencies } = JSON.parse(text) as Record<string, Record<string, string>>
  return {
    installed: new Set(Object.keys({ ...dependencies })),
    all: new Set(Object.keys({ ...dependencies, ...devDependencies })),
  }
}

/** A bundled package may find another version beside it than the project uses, or one that only tests need. */
const keepOutside: Plugin = {
  name: 'keep-outside',
  setup: (build) => {
    const { installed, all } = readPackages()
    build.onResolve({ filter: /^[\w@]/ }, ({ path, importer }) => {
      const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(path) ?? []
      const outside = importer.includes('/node_modules/') ? installed : all
      return outside.has(name) && !bundled.has(name) ? { path, external: true } : undefined
    })
  },
}

export const bundleOptions = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // V8 keeps the source in memory, at twice the size if a letter is outside ASCII, as in comments of packages. Lines stay
  // short because stack traces name them.
  minifyWhitespace: true,
  lineLimit: 160,
  legalComments: 'external',
  // CommonJS packages call `require` for the modules of Node.
  banner: {
    js: "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);",
  },
  sourcemap: true,
  metafile: true,
  plugins: [keepOutside, refuseLateCommonJs],
  logLevel: 'warning',
} satisfies BuildOptions
