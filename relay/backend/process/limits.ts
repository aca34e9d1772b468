import { bareEnvironment, runProcess } from '#relay/backend/process/run-process.ts'
import { findProgram } from './find-program.ts'
import { noSandbox, type Sandbox } from './sandbox.ts'

/** 0 is unlimited. */
export interface Limits {
  readonly memoryMb: number
  /** At a time: per program in namespaces, for all programs together under another user. */
  readonly processes: number
  readonly fileMb: number
}

const bytesPerMb = 1024 * 1024
const probeMs = 10_000

/** Linux does not limit processes of root; without a sandbox it would count the relay's own and those of its user. */
const countsProcesses = ({ kind }: Sandbox): boolean =>
  kind === 'user' || (kind === 'namespace' && process.getuid?.() !== 0)

export const limitedSandbox = async (sandbox: Sandbox, limits: Limits): Promise<Sandbox> => {
  if (sandbox.kind === 'off') return sandbox
  const { memoryMb, fileMb } = limits
  const processes = countsProcesses(sandbox) ? limits.processes : 0
  const flags = [
    ...(memoryMb > 0 ? [`--data=${memoryMb * bytesPerMb}`] : []),
    ...(fileMb > 0 ? [`--fsize=${fileMb * bytesPerMb}`] : []),
    ...(processes > 0 ? [`--nproc=${processes}`] : []),
  ]
  const prlimit = await findProgram('prlimit', `${process.env['PATH'] ?? ''}:/usr/bin:/bin`)
  if (prlimit === undefined || !(await works(prlimit, flags)))
    return {
      ...sandbox,
      report: `${sandbox.report} Memory, processes and files of programs are not limited: prlimit is missing or not permitted.`,
    }
  const limitTexts = [
    ...(memoryMb > 0 ? [`${memoryMb} MB of memory per process`] : []),
    ...(fileMb > 0 ? [`${fileMb} MB per file`] : []),
    processes > 0 ? `${processes} processes` : 'unlimited processes',
  ].join(', ')
  return {
    ...sandbox,
    report: `${sandbox.report} Limits: ${limitTexts}.`,
    wrap: async ({ command, args, env }, folder, kept) => {
      const program = await findProgram(command, env['PATH'] ?? '')
      if (program === undefined) throw Object.assign(new Error(`spawn ${command} ENOENT`), { code: 'ENOENT' })
      return sandbox.wrap({ command: prlimit, args: [...flags, '--', program, ...args], env }, folder, kept)
    },
    limitReached: (stderr) => {
      if (
        memoryMb > 0 &&
        /cannot allocate memory|memory exhausted|out of memory|MemoryError|allocation failed/i.test(stderr)
      )
        return `Probably exceeded its memory limit of ${memoryMb} MB (EXEC_MEMORY_MB).`
      if (processes > 0 && /cannot fork|fork: |resource temporarily unavailable/i.test(stderr))
        return `Probably exceeded its limit of ${processes} processes (EXEC_PROCESSES).`
      if (fileMb > 0 && /file size limit exceeded|file too large/i.test(stderr))
        return `Probably exceeded its limit of ${fileMb} MB per file (EXEC_FILE_MB).`
      return undefined
    },
  }
}

const works = async (prlimit: string, flags: readonly string[]): Promise<boolean> => {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), probeMs)
  try {
    const options = { env: bareEnvironment(), signal: stop.signal, sandbox: noSandbox }
    return (await runProcess(prlimit, [...flags, '--', 'true'], options)).exitCode === 0
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
