import { readlink } from 'node:fs/promises'
import { isSecretName } from '#relay/config/passwords-in.ts'
import { changeSecrets } from '#relay/backend/secrets/change-secrets.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import { namesIn, readTextOrEmpty } from './machine.ts'

export interface Process {
  readonly pid: number
  readonly name: string
  readonly uid: number
  readonly program: string | null
  readonly command: readonly string[]
  readonly startedAt: string | null
}

const ticksPerSecond = 100

/** Security: redacts values of secret options and passwords inside arguments. */
export const shownArguments = (commandArguments: readonly string[]): string[] =>
  commandArguments.map((argument, index) => {
    const option = commandArguments[index - 1] ?? ''
    if (option.startsWith('-') && !option.includes('=') && isSecretName(option)) return maskedSecret
    return changeSecrets(argument, () => maskedSecret)
  })

/** By socket inode; of processes that share a socket, the oldest. */
export const findSocketOwners = async (inodes: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> => {
  const holders = new Map<string, number>()
  const pids = (await namesIn('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  for (const pid of pids.sort((one, other) => one - other)) {
    for (const file of await namesIn(`/proc/${pid}/fd`)) {
      const target = await readlink(`/proc/${pid}/fd/${file}`).catch(() => '')
      const [, inode] = /^socket:\[(\d+)\]$/.exec(target) ?? []
      if (inode !== undefined && inodes.has(inode) && !holders.has(inode)) holders.set(inode, pid)
    }
  }
  return holders
}

const parseStartTime = (stat: string, bootedAtSeconds: number): string | null => {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[19])
  return Number.isFinite(ticks)
    ? new Date((bootedAtSeconds + Math.floor(ticks / ticksPerSecond)) * 1_000).toISOString()
    : null
}

export const readProcess = async (pid: number): Promise<Process | undefined> => {
  const folder = `/proc/${pid}`
  const [name, command, stat, status, machine] = await Promise.all(
    [`${folder}/comm`, `${folder}/cmdline`, `${folder}/stat`, `${folder}/status`, '/proc/stat'].map(readTextOrEmpty),
  )
  const [, uid] = /^Uid:\s+(\d+)/m.exec(status ?? '') ?? []
  const [, bootedAt] = /^btime (\d+)$/m.exec(machine ?? '') ?? []
  if (uid === undefined) return undefined
  const commandArguments = (command ?? '').split('\0').slice(0, -1)
  return {
    pid,
    name: (name ?? '').trim(),
    uid: Number(uid),
    program: await readlink(`${folder}/exe`).catch(() => null),
    command: shownArguments(commandArguments),
    startedAt: parseStartTime(stat ?? '', Number(bootedAt)),
  }
}
