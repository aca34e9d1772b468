import { readFile, readdir } from 'node:fs/promises'
import type { Health, ItemLink, ItemReference } from '#relay/backend/catalog/scraped-item.ts'
import type { FoundItem, Known } from '#relay/backend/scrapers/scraper-kind.ts'

/** The machine that this console runs on. */
export interface Machine {
  /** Tells it from other machines for ever. */
  readonly id: string
  readonly hostname: string
  readonly signal: AbortSignal
}

/** A part of the machine: which things of one sort there are. */
export type MachinePart = (machine: Machine) => Promise<readonly FoundItem[]>

export const hostType = 'System::Host'

interface MachineItem {
  /** What it is, in one word: `Port`. */
  readonly type: string
  /** Tells it from others of its sort on this machine. */
  readonly key: string
  readonly name: string
  readonly config: Readonly<Record<string, unknown>>
  readonly configClass?: string
  readonly status?: string | undefined
  readonly health?: Health | undefined
  readonly description?: string | undefined
  readonly properties?: Known['properties']
  /** What holds it, where that is not the machine as a whole. */
  readonly parent?: ItemReference | undefined
  readonly links?: readonly ItemLink[]
}

/** By what an item of this machine is known in the catalog. */
export const idOn = ({ id }: Pick<Machine, 'id'>, type: string, key: string): string =>
  `${id}/${type.toLowerCase()}/${key}`

/** Something on a machine as the catalog takes it; the machine holds it. */
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

/** The text of a file of the system; empty where there is none that can be read. */
export const readTextOrEmpty = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')

/** The names in a folder of the system, in order; none where there is none that can be read. */
export const namesIn = async (path: string): Promise<string[]> => (await readdir(path).catch((): string[] => [])).sort()

export const splitLines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')
