import { arch, cpus, hostname, release, totalmem, type } from 'node:os'
import type { FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'
import { hostType, splitLines, readTextOrEmpty, type Machine } from './machine.ts'

export const thisMachine = async (signal: AbortSignal): Promise<Machine> => ({
  id: (await readTextOrEmpty('/etc/machine-id')).trim() || hostname(),
  hostname: hostname(),
  signal,
})

export const variablesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    splitLines(text).flatMap((line): [string, string][] => {
      const [, key, value = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? []
      return key === undefined ? [] : [[key, value.replace(/^(["'])(.*)\1$/, '$2')]]
    }),
  )

const bootTime = (stat: string): string | null => {
  const [, seconds] = /^btime (\d+)$/m.exec(stat) ?? []
  return seconds === undefined ? null : new Date(Number(seconds) * 1_000).toISOString()
}

const listValues = (text: string, key: string): string[] =>
  splitLines(text).flatMap((line) => {
    const [name, ...values] = line.trim().split(/\s+/)
    return name === key ? values : []
  })

export const host = async (machine: Machine): Promise<readonly FoundItem[]> => {
  const [osRelease, stat, resolver] = await Promise.all(
    ['/etc/os-release', '/proc/stat', '/etc/resolv.conf'].map(readTextOrEmpty),
  )
  const system = variablesIn(osRelease ?? '')
  const [cpu] = cpus()
  return [
    {
      kind: 'item',
      config: {
        hostname: machine.hostname,
        os: {
          id: system['ID'] ?? type(),
          name: system['PRETTY_NAME'] ?? type(),
          version: system['VERSION_ID'] ?? null,
        },
        kernel: release(),
        architecture: arch(),
        cpus: { count: cpus().length, model: cpu?.model ?? null },
        memoryBytes: totalmem(),
        bootedAt: bootTime(stat ?? ''),
        nameservers: listValues(resolver ?? '', 'nameserver'),
        searchDomains: listValues(resolver ?? '', 'search'),
      },
      known: {
        type: hostType,
        id: machine.id,
        aliases: machine.id === machine.hostname ? [] : [machine.hostname],
        name: machine.hostname,
        configClass: 'Node',
        description: system['PRETTY_NAME'] ?? type(),
        status: 'Running',
        health: 'healthy',
        tags: { host: machine.hostname },
      },
    },
  ]
}
