import { readdirSync } from 'node:fs'
import type { DummyRuleMap, OxlintConfig } from 'oxlint'

const listFolders = (path: string): string[] =>
  readdirSync(new URL(path, import.meta.url), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )

interface Boundary {
  readonly files: readonly string[]
  readonly never: readonly (readonly [pattern: string, because: string])[]
}

const popups = {
  name: '@blueprintjs/core',
  importNames: ['Menu', 'MenuDivider', 'MenuItem', 'Popover', 'PopoverNext', 'Tooltip'],
  allowTypeImports: true,
  message: 'Use the menu, popover and tooltip of client/ui/layout, which are loaded on demand.',
}
const popupParts = {
  name: '@blueprintjs/core',
  importNames: ['Popover'],
  message: 'Use PopoverNext: Popover is broken under React 19.',
}

const imports = (never: Boundary['never'], from: typeof popups | typeof popupParts = popups): DummyRuleMap => ({
  'no-restricted-imports': [
    'error',
    {
      patterns: [
        { regex: String.raw`^\.\./`, message: 'Import from other folders by # name, not by ../.' },
        ...never.map(([regex, message]) => ({ regex, message })),
      ],
      paths: [from],
    },
  ],
})

const outside = (root: string, folders: readonly string[], seen: readonly string[]): string =>
  `^#${root}/(${folders.filter((folder) => !seen.includes(folder)).join('|')})(/|\\.)`

const servers = String.raw`fastify|socket\.io|undici|pg|pino|yaml|croner`
const platforms = String.raw`node:|@|react|zustand|wouter|${servers}`

const relayFolders = listFolders('relay/').filter((folder) => folder !== 'testing')

const relaySees: Readonly<Record<string, readonly string[]>> = {
  config: ['config', 'errors', 'database'],
  errors: ['config', 'errors', 'database'],
  database: ['config', 'errors', 'database'],
  log: ['log'],
  http: ['config', 'errors', 'database', 'http'],
  access: ['config', 'errors', 'database', 'http', 'access'],
  proxy: ['config', 'errors', 'database', 'http', 'proxy'],
  live: ['config', 'errors', 'database', 'http', 'live'],
  backend: ['config', 'errors', 'log', 'database', 'http', 'backend'],
  charts: ['config', 'errors', 'http', 'charts'],
  views: ['config', 'errors', 'database', 'http', 'views'],
  composition: relayFolders,
}

/** A room of the embedded backend imports rooms of the layers above its own, so that two never import each other. */
const backendLayers: readonly (readonly string[])[] = [
  ['rows', 'parsing', 'process', 'schedule', 'jq', 'people'],
  ['permissions', 'secrets', 'jobs'],
  ['data-api', 'identity', 'relays', 'resources'],
  ['properties', 'search', 'artifacts'],
  ['catalog', 'audit'],
  ['templates'],
  ['clients'],
  ['checks', 'incidents'],
  ['scrapers', 'topology', 'playbooks', 'connections', 'agents'],
  ['notifications', 'logs', 'guards'],
  ['documents', 'snapshots', 'spec-texts'],
  ['schemas'],
  ['backup', 'dry-run'],
  ['engine'],
]
const backendRooms = listFolders('relay/backend/')
const roomSees = (room: string): readonly string[] => {
  const layer = backendLayers.findIndex((rooms) => rooms.includes(room))
  if (layer === -1) throw new Error(`backendLayers of oxlint.config.ts does not list relay/backend/${room}.`)
  return [room, ...backendLayers.slice(0, layer).flat()]
}

/** `feeds` has the ports that the other rooms of `relay/live` implement or serve. */
const liveSees: Readonly<Record<string, readonly string[]>> = {
  feeds: ['feeds'],
  journal: ['feeds', 'journal'],
  replication: ['feeds', 'replication'],
  delivery: ['feeds', 'delivery'],
  sources: ['feeds', 'delivery', 'sources'],
}

const clientSees: Readonly<Record<string, readonly string[]>> = {
  lib: ['lib'],
  ui: ['lib', 'ui'],
  api: ['lib', 'api'],
  live: ['lib', 'api', 'live'],
  domain: ['lib', 'ui', 'api', 'live', 'domain'],
}
const clientFolders = [...listFolders('client/'), 'main'].filter((folder) => folder !== 'testing')
const features = listFolders('client/features/')

const relayNever = (folder: string): Boundary['never'] => [
  [
    outside('relay', [...relayFolders, 'topics', 'app', 'main'], relaySees[folder] ?? []),
    `relay/${folder} receives its dependencies from app.ts.`,
  ],
  ['^#client/', 'The relay never imports the client.'],
]

const boundaries: readonly Boundary[] = [
  {
    files: ['shared/**'],
    never: [[`^(#(machines|relay|client)/|xstate|${platforms})`, 'shared imports only zod and dayjs.']],
  },
  {
    files: ['machines/**'],
    never: [[`^(#(relay|client)/|${platforms})`, 'machines must not use fetch, the DOM, React or a clock.']],
  },
  ...relayFolders.map((folder): Boundary => ({ files: [`relay/${folder}/**`], never: relayNever(folder) })),
  ...backendRooms.map((room): Boundary => ({
    files: [`relay/backend/${room}/**`],
    never: [
      ...relayNever('backend'),
      [
        outside('relay/backend', backendRooms, roomSees(room)),
        `relay/backend/${room} imports only rooms above its layer in backendLayers of oxlint.config.ts.`,
      ],
    ],
  })),
  ...Object.entries(liveSees).map(([room, sees]): Boundary => ({
    files: [`relay/live/${room}/**`],
    never: [
      ...relayNever('live'),
      [
        outside('relay/live', listFolders('relay/live/'), sees),
        `relay/live/${room} may import only ${sees.join(', ')}.`,
      ],
    ],
  })),
  { files: ['relay/backend/*.ts'], never: [['.', 'A file of the backend belongs to one of its rooms.']] },
  ...Object.entries(clientSees).map(([folder, sees]): Boundary => ({
    files: [`client/${folder}/**`],
    never: [[outside('client', clientFolders, sees), `client/${folder} may import only ${sees.join(', ')}.`]],
  })),
  ...features.map((feature): Boundary => ({
    files: [`client/features/${feature}/**`],
    never: [
      ['^#client/(app|main)(/|\\.)', 'A feature never imports the app.'],
      [outside('client/features', features, [feature]), 'A feature never imports another feature.'],
    ],
  })),
]

const lengths = (file: number, ofFunction?: number): DummyRuleMap => {
  const code = { skipBlankLines: true, skipComments: true }
  return {
    'max-lines': ['error', { max: file, ...code }],
    'max-lines-per-function': ofFunction === undefined ? 'off' : ['error', { max: ofFunction, ...code }],
  }
}

const config: OxlintConfig = {
  plugins: ['typescript', 'react', 'import', 'unicorn', 'oxc', 'promise', 'vitest', 'jsx-a11y'],
  categories: {
    correctness: 'error',
    suspicious: 'error',
    perf: 'error',
  },
  options: {
    typeAware: true,
  },
  ignorePatterns: ['dist/**', '.cache/**', 'node_modules/**', 'test-results/**', 'packages/*/**'],
  rules: {
    ...imports([]),
    'no-console': 'error',
    'no-warning-comments': 'error',
    eqeqeq: [
      'error',
      'always',
      {
        null: 'ignore',
      },
    ],
    'import/no-cycle': 'error',
    'import/no-default-export': 'off',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'react/react-in-jsx-scope': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/consistent-type-imports': 'error',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'unicorn/no-array-sort': 'off',
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default-member': 'off',
    'promise/always-return': 'off',
  },
  overrides: [
    ...boundaries.map(({ files, never }) => ({
      files: [...files],
      rules: imports(never),
    })),
    { files: ['shared/**', 'machines/**', 'relay/**', 'client/**'], rules: lengths(300, 80) },
    {
      files: ['client/ui/layout/**'],
      rules: imports(boundaries.find(({ files }) => files.includes('client/ui/**'))?.never ?? [], popupParts),
    },
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'tests/**'],
      rules: { 'typescript/no-floating-promises': 'error' as const, ...lengths(500) },
    },
  ],
}

export default config
