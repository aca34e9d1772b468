import { access } from 'node:fs/promises'
import type { FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'
import type { Health } from '#relay/backend/catalog/scraped-item.ts'
import { bareEnvironment, runProcess } from '#relay/backend/process/run-process.ts'
import { splitLines, machineItem, namesIn, readTextOrEmpty, type Machine, type MachinePart } from './machine.ts'

const unitProperties = [
  'Id',
  'Description',
  'LoadState',
  'ActiveState',
  'SubState',
  'UnitFileState',
  'FragmentPath',
  'MainPID',
  'User',
]

const healthByState: Readonly<Record<string, Health>> = { active: 'healthy', failed: 'unhealthy', reloading: 'warning' }

export const unitsIn = (text: string): Record<string, string>[] =>
  text.split(/\n\n+/).flatMap((block) => {
    const unit = Object.fromEntries(
      splitLines(block).map((line): [string, string] => {
        const at = line.indexOf('=')
        return [line.slice(0, at), line.slice(at + 1)]
      }),
    )
    return unit['Id'] === undefined || unit['LoadState'] === 'not-found' ? [] : [unit]
  })

const ofSystemd = async (machine: Machine): Promise<FoundItem[]> => {
  const { stdout } = await runProcess(
    'systemctl',
    ['show', '--no-pager', `--property=${unitProperties.join(',')}`, '*.service'],
    {
      env: bareEnvironment(),
      signal: machine.signal,
    },
  )
  return unitsIn(stdout).map((unit) => {
    const name = unit['Id'] ?? ''
    const pid = Number(unit['MainPID'])
    return machineItem(machine, {
      type: 'Service',
      key: name,
      name: name.replace(/\.service$/, ''),
      config: {
        unit: name,
        file: unit['FragmentPath'] || null,
        starts: unit['UnitFileState'] || null,
        state: unit['ActiveState'] ?? null,
        user: unit['User'] || null,
        pid: pid > 0 ? pid : null,
      },
      description: unit['Description'],
      status: unit['SubState'],
      health: healthByState[unit['ActiveState'] ?? ''],
    })
  })
}

const ofScripts = async (machine: Machine): Promise<FoundItem[]> => {
  const names = (await namesIn('/etc/init.d')).filter((name) => !/^(README|functions|skeleton|rcS?)$/.test(name))
  const runlevels = await Promise.all(['2', '3', '4', '5'].map((level) => namesIn(`/etc/rc${level}.d`)))
  const started = new Set(runlevels.flat().flatMap((name) => /^S\d\d(.+)$/.exec(name)?.[1] ?? []))
  return Promise.all(
    names.map(async (name) => {
      const file = `/etc/init.d/${name}`
      const [, description] = /^#\s*Short-Description:\s*(.+)$/m.exec(await readTextOrEmpty(file)) ?? []
      return machineItem(machine, {
        type: 'Service',
        key: name,
        name,
        config: { file, starts: started.has(name) ? 'enabled' : 'disabled' },
        description,
      })
    }),
  )
}

export const services: MachinePart = async (machine) => {
  const hasSystemd = await access('/run/systemd/system').then(
    () => true,
    () => false,
  )
  return hasSystemd ? ofSystemd(machine) : ofScripts(machine)
}
