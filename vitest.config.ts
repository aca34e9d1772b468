import { defineConfig } from 'vitest/config'

/** Timeouts only stop hanging tests; none is close to the duration of a test, even on a busy machine. */
const common = {
  restoreMocks: true,
  unstubGlobals: true,
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // For two cores: unit tests run while server tests wait.
  maxWorkers: 3,
  expect: { poll: { timeout: 60_000, interval: 20 } },
} as const
const waitSetup = 'tests/setup/patience.ts'
const bundles = 'tests/setup/bundle-programs.ts'

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
          // With isolation, loading the same modules for each file took two thirds of the time.
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
          // As in the browser: the run lists such a test as flaky.
          retry: 1,
          environment: 'node',
          setupFiles: waitSetup,
          isolate: false,
          globalSetup: [bundles, 'tests/fixtures/postgres-setup.ts'],
        },
      },
    ],
  },
})
