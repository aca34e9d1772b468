import { defineConfig } from 'vitest/config'

/** Time limits end what hangs; none is near what a test takes, on a busy machine either. */
const common = {
  restoreMocks: true,
  unstubGlobals: true,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // On two cores: where server tests wait, unit tests run.
  maxWorkers: 3,
  expect: { poll: { timeout: 20_000, interval: 20 } },
} as const
const waitSetup = 'tests/setup/patience.ts'
const bundles = 'tests/setup/bundle-programs.ts'

/** Unit tests stand beside their source; `server` ones start databases, sockets and processes and take longer. */
export default defineConfig({
  cacheDir: '.cache/vitest',
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['{shared,machines,relay}/**/*.test.ts', 'client/**/*.test.ts'],
          globalSetup: bundles,
          environment: 'node',
          setupFiles: waitSetup,
          // Two thirds of their time went into loading the same modules for each file.
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: 'component',
          include: ['client/**/*.test.tsx'],
          environment: 'jsdom',
          isolate: false,
          setupFiles: [waitSetup, 'client/testing/setup.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'server',
          include: ['tests/{contract,integration}/**/*.test.ts'],
          environment: 'node',
          setupFiles: waitSetup,
          isolate: false,
          globalSetup: [bundles, 'tests/fixtures/postgres-setup.ts'],
        },
      },
    ],
  },
})
