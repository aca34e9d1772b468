export const workerPrograms = {
  'embedded-worker': 'relay/database/embedded-worker.ts',
  'expression-worker': 'relay/backend/templates/worker/expression-worker.ts',
  'jq-worker': 'relay/backend/jq/jq-worker.ts',
  'sqlite-worker': 'relay/backend/scrapers/kinds/sqlite-worker.ts',
  'documents-worker': 'relay/backend/clients/documents/documents-worker.ts',
}

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
