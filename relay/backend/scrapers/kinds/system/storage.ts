import { statfs } from 'node:fs/promises'
import type { FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'
import type { Health } from '#relay/backend/catalog/scraped-item.ts'
import { idOn, splitLines, machineItem, namesIn, readTextOrEmpty, type Machine, type MachinePart } from './machine.ts'

interface Mount {
  readonly device: string
  readonly mountPoint: string
  readonly type: string
  readonly options: readonly string[]
}

const views =
  /^(autofs|binfmt_misc|bpf|cgroup2?|configfs|debugfs|devpts|devtmpfs|efivarfs|fuse\.lxcfs|fusectl|hugetlbfs|mqueue|nsfs|proc|pstore|ramfs|rpc_pipefs|securityfs|selinuxfs|squashfs|sysfs|tracefs)$/
/** statfs may never return when a network file server is down. */
const remote = /^(nfs4?|cifs|smb3?|9p|ceph|glusterfs|afs|davfs|fuse\..*)$/
const leftOut = /^(loop|ram|zram|fd|sr)\d/

const unescaped = (text: string) =>
  text.replaceAll(/\\([0-7]{3})/g, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 8)))

export const mountsIn = (text: string): Mount[] => {
  const mounts = new Map<string, Mount>()
  for (const line of splitLines(text)) {
    const [device = '', mountPoint = '', type = '', options = ''] = line.split(' ').map(unescaped)
    if (!views.test(type)) mounts.set(mountPoint, { device, mountPoint, type, options: options.split(',').sort() })
  }
  return [...mounts.values()]
}

const fullness = (percent: number): Health => (percent >= 97 ? 'unhealthy' : percent >= 90 ? 'warning' : 'healthy')

const readUsage = async ({ mountPoint, type }: Mount): Promise<{ bytes: number; percent: number } | undefined> => {
  if (remote.test(type)) return undefined
  const room = await statfs(mountPoint).catch(() => undefined)
  if (room === undefined || room.blocks === 0) return undefined
  const used = room.blocks - room.bfree
  return { bytes: room.blocks * room.bsize, percent: Math.ceil((100 * used) / (used + room.bavail)) }
}

const fileSystem = async (machine: Machine, mount: Mount): Promise<FoundItem> => {
  const room = await readUsage(mount)
  const [, disk] = /^\/dev\/(nvme\d+n\d+|mmcblk\d+|[a-z]+)/.exec(mount.device) ?? []
  return machineItem(machine, {
    type: 'FileSystem',
    key: mount.mountPoint,
    name: mount.mountPoint,
    config: { ...mount, bytes: room?.bytes ?? null },
    description: `${mount.type} of ${mount.device}`,
    status: 'Mounted',
    ...(room !== undefined && {
      health: fullness(room.percent),
      properties: [{ name: 'used', text: `${room.percent} %` }],
    }),
    links:
      disk === undefined
        ? []
        : [{ kind: 'related', relation: 'stored on', to: { type: 'System::Disk', id: idOn(machine, 'Disk', disk) } }],
  })
}

const numberIn = async (path: string): Promise<number> => Number(await readTextOrEmpty(path)) || 0

const disk = async (machine: Machine, name: string): Promise<FoundItem[]> => {
  const folder = `/sys/block/${name}`
  const bytes = 512 * (await numberIn(`${folder}/size`))
  if (bytes === 0) return []
  const model = (await readTextOrEmpty(`${folder}/device/model`)).trim()
  return [
    machineItem(machine, {
      type: 'Disk',
      key: name,
      name,
      config: {
        name,
        bytes,
        model: model === '' ? null : model,
        rotates: (await numberIn(`${folder}/queue/rotational`)) === 1,
        isRemovable: (await numberIn(`${folder}/removable`)) === 1,
        isReadOnly: (await numberIn(`${folder}/ro`)) === 1,
      },
    }),
  ]
}

export const storage: MachinePart = async (machine) => {
  const mounts = mountsIn(await readTextOrEmpty('/proc/mounts'))
  const disks = (await namesIn('/sys/block')).filter((name) => !leftOut.test(name))
  return [
    ...(await Promise.all(mounts.map((mount) => fileSystem(machine, mount)))),
    ...(await Promise.all(disks.map((name) => disk(machine, name)))).flat(),
  ]
}
