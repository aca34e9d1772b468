import { readdir, readFile } from 'node:fs/promises'

/** The variable by which every process of an action is known, wherever it has gone. */
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
 * The living processes of an action: those that carry its mark (`NAME=value`) in their environment, those of the group and the
 * session of `root`, and everything below them. Empty where there is no `/proc`.
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
    } catch {
      // It has ended meanwhile.
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const lookEveryMs = 50
const killForMs = 1_500

/**
 * Ends the processes of an action: SIGTERM, and SIGKILL to whoever is left after `graceMs`, those that left the process group
 * included. Resolves when none is left, with how many had to be killed, or after a moment more.
 */
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
