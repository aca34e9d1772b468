import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Containers can have the same host name and the same process ids. */
export interface NamedProcess {
  /** Boot, process namespace and host; null outside Linux. */
  readonly machine: string | null
  readonly pid: number
  /** In kernel ticks since boot; distinguishes a process from a later one with the same id. */
  readonly started: string | null
}

const readStartTicks = (pid: number | 'self'): string | null => {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

const readMachine = (): string | null => {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')} ${hostname()}`
  } catch {
    return null
  }
}

export const nameOwnProcess = (): NamedProcess => ({
  machine: readMachine(),
  pid: process.pid,
  started: readStartTicks('self'),
})

/** Of a process in the same process namespace. */
export const isRunning = ({ pid, started }: NamedProcess): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Otherwise the process exists and belongs to another user.
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
  }
  return started === null || readStartTicks(pid) === started
}

/** False if it cannot be proven: elsewhere, in another container, or outside Linux. */
export const hasProvenlyEnded = (other: NamedProcess): boolean =>
  other.machine !== null && other.machine === readMachine() && !isRunning(other)
