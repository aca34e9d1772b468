import { defineConfig } from 'vitest/config'

/** Time limits end what hangs; none is near what a test takes, on a busy machine either. */
const common = {
  restoreMocks: true,
  unstubGlobals: true,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000, interval: 20 } },
} as const
const patience = 'tests/setup/patience.ts'

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
          environment: 'node',
          setupFiles: patience,
          // Two thirds of their time went into loading the same modules for each file.
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...common,
          name: 'component',
          include: ['client/**/*.test.tsx'],
          environment: 'jsdom',
          isolate: false,
          maxWorkers: 2,
          setupFiles: [patience, 'client/testing/setup.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'server',
          include: ['tests/{contract,integration}/**/*.test.ts'],
          environment: 'node',
          setupFiles: patience,
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          globalSetup: 'tests/fixtures/postgres-setup.ts',
        },
      },
    ],
  },
})
