import { access } from 'node:fs/promises'
import { bareEnvironment, runProcess } from '#relay/backend/process/run-process.ts'
import { findProgram } from '#relay/backend/process/find-program.ts'
import { splitLines, machineItem, readTextOrEmpty, type Machine, type MachinePart } from './machine.ts'

interface Package {
  readonly name: string
  readonly version: string
  readonly architecture: string
  readonly summary: string
  readonly [more: string]: string
}

const paragraphs = (text: string): Record<string, string>[] =>
  text.split(/\n\n+/).map((paragraph) =>
    Object.fromEntries(
      splitLines(paragraph).flatMap((line): [string, string][] => {
        const [, field, value = ''] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
        return field === undefined ? [] : [[field, value]]
      }),
    ),
  )

export const parseDpkgPackages = (status: string): Package[] =>
  paragraphs(status).flatMap((field) =>
    field['Package'] === undefined || !(field['Status'] ?? '').endsWith(' installed')
      ? []
      : [
          {
            name: field['Package'],
            version: field['Version'] ?? '',
            architecture: field['Architecture'] ?? '',
            section: field['Section'] ?? '',
            maintainer: field['Maintainer'] ?? '',
            source: (field['Source'] ?? field['Package']).split(' ')[0] ?? '',
            summary: field['Description'] ?? '',
          },
        ],
  )

export const parseApkPackages = (installed: string): Package[] =>
  installed.split(/\n\n+/).flatMap((paragraph) => {
    const field = new Map(splitLines(paragraph).map((line) => [line.slice(0, 1), line.slice(2)]))
    const name = field.get('P')
    if (name === undefined) return []
    const [version = '', architecture = '', summary = ''] = ['V', 'A', 'T'].map((key) => field.get(key))
    return [{ name, version, architecture, source: field.get('o') ?? name, summary }]
  })

const rpmFormat = String.raw`%{NAME}\t%{VERSION}-%{RELEASE}\t%{ARCH}\t%{SUMMARY}\n`

export const parseRpmPackages = (listed: string): Package[] =>
  splitLines(listed).map((line) => {
    const [name = '', version = '', architecture = '', summary = ''] = line.split('\t')
    return { name, version, architecture, summary }
  })

const read = async ({ signal }: Machine): Promise<{ manager: string; packages: Package[] }> => {
  const dpkg = await readTextOrEmpty('/var/lib/dpkg/status')
  if (dpkg !== '') return { manager: 'dpkg', packages: parseDpkgPackages(dpkg) }
  const apk = await readTextOrEmpty('/lib/apk/db/installed')
  if (apk !== '') return { manager: 'apk', packages: parseApkPackages(apk) }
  const rpm = await findProgram('rpm', process.env['PATH'] ?? '')
  const hasDatabase = await Promise.any(['/var/lib/rpm', '/usr/lib/sysimage/rpm'].map((path) => access(path))).then(
    () => true,
    () => false,
  )
  if (rpm === undefined || !hasDatabase) return { manager: '', packages: [] }
  const { stdout } = await runProcess(rpm, ['-qa', '--queryformat', rpmFormat], { env: bareEnvironment(), signal })
  return { manager: 'rpm', packages: parseRpmPackages(stdout) }
}

export const packages: MachinePart = async (machine) => {
  const { manager, packages: installed } = await read(machine)
  return installed.map(({ summary, ...about }) =>
    machineItem(machine, {
      type: 'Package',
      key: about['architecture'] === '' ? (about['name'] ?? '') : `${about['name']}:${about['architecture']}`,
      name: about['name'] ?? '',
      config: { ...about, manager },
      description: summary,
      status: 'Installed',
    }),
  )
}
