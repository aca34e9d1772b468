import { readFile, readdir } from 'node:fs/promises'
import type { Health, ItemLink, ItemReference } from '#relay/backend/catalog/scraped-item.ts'
import type { FoundItem, Known } from '#relay/backend/scrapers/scraper-kind.ts'

export interface Machine {
  readonly id: string
  readonly hostname: string
  readonly signal: AbortSignal
}

export type MachinePart = (machine: Machine) => Promise<readonly FoundItem[]>

export const hostType = 'System::Host'

interface MachineItem {
  readonly type: string
  /** Unique within its type on this machine. */
  readonly key: string
  readonly name: string
  readonly config: Readonly<Record<string, unknown>>
  readonly configClass?: string
  readonly status?: string | undefined
  readonly health?: Health | undefined
  readonly description?: string | undefined
  readonly properties?: Known['properties']
  readonly parent?: ItemReference | undefined
  readonly links?: readonly ItemLink[]
}

export const idOn = ({ id }: Pick<Machine, 'id'>, type: string, key: string): string =>
  `${id}/${type.toLowerCase()}/${key}`

export const machineItem = (machine: Machine, item: MachineItem): FoundItem => ({
  kind: 'item',
  config: item.config,
  known: {
    type: `System::${item.type}`,
    id: idOn(machine, item.type, item.key),
    name: item.name,
    configClass: item.configClass ?? item.type,
    description: item.description || null,
    status: item.status ?? null,
    health: item.health ?? null,
    properties: item.properties ?? [],
    tags: { host: machine.hostname },
    links: [
      ...(item.parent === undefined ? [] : [{ kind: 'parent', to: item.parent } as const]),
      { kind: 'parent', to: { type: hostType, id: machine.id } },
      ...(item.links ?? []),
    ],
  },
})

export const readTextOrEmpty = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')

export const namesIn = async (path: string): Promise<string[]> => (await readdir(path).catch((): string[] => [])).sort()

export const splitLines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')
