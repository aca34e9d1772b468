import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** Inherited by every process of an action, so that they can be found after they left the process group. */
export const actionVariable = 'QUARTERDECK_ACTION'
export const runVariable = 'QUARTERDECK_RUN'

interface ProcessInfo {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
  readonly isMarked: boolean
}

const readProcess = async (pid: number, mark: string): Promise<ProcessInfo | undefined> => {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
    const [state = 'Z', parent = '0', group = '0', session = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return undefined
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')
    const isMarked = `\0${environment}`.includes(`\0${mark}\0`)
    return { pid, parent: Number(parent), group: Number(group), session: Number(session), isMarked }
  } catch {
    return undefined
  }
}

/**
 * `mark` is `NAME=value` in the environment. Includes the group and session of `root` and all descendants. Empty
 * without `/proc`.
 */
export const findFamily = async (mark: string, root: number | undefined): Promise<number[]> => {
  const names = await readdir('/proc').catch(() => [])
  const found = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((name) => readProcess(Number(name), mark)),
  )
  const all = found.filter((info) => info !== undefined && info.pid !== process.pid && info.pid !== 1) as ProcessInfo[]
  const members = new Set(
    all
      .filter(
        ({ pid, group, session, isMarked }) => isMarked || (root !== undefined && [pid, group, session].includes(root)),
      )
      .map(({ pid }) => pid),
  )
  for (let before = -1; before !== members.size;) {
    before = members.size
    for (const { pid, parent } of all) if (members.has(parent)) members.add(pid)
  }
  return [...members]
}

const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {}
  }
}

const lookEveryMs = 50
const killForMs = 1_500

export const endFamily = async (mark: string, root: number | undefined, graceMs: number): Promise<number> => {
  const group = (signal: NodeJS.Signals) => (root === undefined ? undefined : signalAll([-root], signal))
  const until = performance.now() + graceMs
  group('SIGTERM')
  let left = await findFamily(mark, root)
  signalAll(left, 'SIGTERM')
  while (left.length > 0 && performance.now() < until) {
    await pause(lookEveryMs)
    left = await findFamily(mark, root)
  }
  const stubborn = left.length
  const giveUpAt = performance.now() + killForMs
  group('SIGKILL')
  while (left.length > 0 && performance.now() < giveUpAt) {
    signalAll(left, 'SIGKILL')
    await pause(lookEveryMs)
    left = await findFamily(mark, root)
  }
  return stubborn
}
