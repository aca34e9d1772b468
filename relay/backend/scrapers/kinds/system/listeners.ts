import { appendValue } from '#shared/primitives/append-value.ts'
import type { FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'
import { readAccounts } from './accounts.ts'
import { idOn, machineItem, readTextOrEmpty, type Machine, type MachinePart } from './machine.ts'
import { findSocketOwners, readProcess, type Process } from './processes.ts'
import { listeningIn, type ListeningSocket } from './sockets.ts'

const files = [
  ['tcp', 'tcp'],
  ['tcp', 'tcp6'],
  ['udp', 'udp'],
  ['udp', 'udp6'],
] as const

const firstEphemeralPort = async (): Promise<number> =>
  Number((await readTextOrEmpty('/proc/sys/net/ipv4/ip_local_port_range')).split(/\s+/)[0]) || 32_768

const readSockets = async (): Promise<ListeningSocket[]> => {
  const ephemeralFrom = await firstEphemeralPort()
  const all = await Promise.all(
    files.map(async ([protocol, name]) => listeningIn(protocol, await readTextOrEmpty(`/proc/net/${name}`))),
  )
  const seen = new Set<string>()
  return all
    .flat()
    .filter(({ protocol, port }) => protocol === 'tcp' || port < ephemeralFrom)
    .filter((socket) => {
      const key = toKey(socket)
      return !seen.has(key) && seen.add(key)
    })
}

const toKey = ({ protocol, address, port }: ListeningSocket): string =>
  `${protocol}/${address.includes(':') ? `[${address}]` : address}:${port}`

const isEverywhere = (address: string) => address === '0.0.0.0' || address === '::'

export const listeners: MachinePart = async (machine) => {
  const sockets = await readSockets()
  const holders = await findSocketOwners(new Set(sockets.map(({ inode }) => inode)))
  const users = new Map((await readAccounts()).map(({ uid, name }) => [uid, name]))
  const socketsByPid = new Map<number, ListeningSocket[]>()
  for (const socket of sockets) {
    const pid = holders.get(socket.inode)
    if (pid !== undefined) appendValue(socketsByPid, pid, socket)
  }
  const processes: FoundItem[] = []
  const ids = new Map<number, string>()
  for (const [pid, own] of socketsByPid) {
    const process = await readProcess(pid)
    if (process === undefined) continue
    const item = processItem(machine, process, own, users.get(process.uid))
    ids.set(pid, item.known.id ?? '')
    processes.push(item)
  }
  const ports = sockets.map((socket) => {
    const holder = ids.get(holders.get(socket.inode) ?? -1)
    return portItem(machine, socket, { holder, user: users.get(socket.uid) })
  })
  return [...processes, ...ports]
}

/** Identified by name and lowest port, so that a restart keeps the same item. */
const processItem = (
  machine: Machine,
  { uid, ...process }: Process,
  sockets: readonly ListeningSocket[],
  user: string | undefined,
): FoundItem => {
  const [lowest] = sockets.toSorted((one, other) => one.port - other.port)
  return machineItem(machine, {
    type: 'Process',
    key: `${process.name}/${lowest === undefined ? '' : toKey(lowest)}`,
    name: process.name,
    config: { ...process, user: user ?? uid, listensOn: sockets.map(toKey).sort() },
    status: 'Running',
    health: 'healthy',
    description: process.program ?? undefined,
    links:
      user === undefined
        ? []
        : [{ kind: 'related', relation: 'runs as', to: { type: 'System::User', id: idOn(machine, 'User', user) } }],
  })
}

const portItem = (
  machine: Machine,
  socket: ListeningSocket,
  { holder, user }: { readonly holder: string | undefined; readonly user: string | undefined },
): FoundItem => {
  const { protocol, address, port, uid } = socket
  return machineItem(machine, {
    type: 'Port',
    key: toKey(socket),
    name: isEverywhere(address) ? `${protocol}/${port}` : toKey(socket),
    config: { protocol, address, port, user: user ?? uid },
    status: 'Listening',
    health: 'healthy',
    parent: holder === undefined ? undefined : { type: 'System::Process', id: holder },
  })
}
