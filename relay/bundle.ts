/** Programs that the relay starts in threads and processes of their own. Their starters find them by these names. */
export const workerPrograms = {
  'embedded-worker': 'relay/database/embedded-worker.ts',
  'expression-worker': 'relay/backend/templates/worker/expression-worker.ts',
  'jq-worker': 'relay/backend/jq/jq-worker.ts',
  'sqlite-worker': 'relay/backend/scrapers/kinds/sqlite-worker.ts',
  'documents-worker': 'relay/backend/scrapers/documents/documents-worker.ts',
}

/** The options of esbuild for programs that run in Node. */
export const bundleOptions = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
} as const
