import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bareEnvironment, runProcess } from '#relay/backend/process/run-process.ts'
import { namespaceSandbox } from './namespace-sandbox.ts'
import { noSandbox, sandboxOff, type Sandbox } from './sandbox.ts'
import { userSandbox } from './user-sandbox.ts'

export interface SandboxOptions {
  readonly isOn: boolean
  readonly wanted: 'auto' | 'namespace' | 'user' | 'off'
  readonly user: string | undefined
  readonly dataDir: string
  readonly resourcesDir: string
}

/**
 * `auto` prefers a configured user, then namespaces, then none. Rejects when an explicitly selected sandbox is
 * unavailable.
 */
export const openSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const { isOn, wanted, user, dataDir, resourcesDir } = options
  if (!isOn) return sandboxOff
  if (wanted === 'off') return noSandbox
  if (wanted === 'user' && user === undefined) throw new Error('EXEC_SANDBOX is "user", but EXEC_USER is not set.')
  if (user !== undefined && wanted !== 'namespace') return userSandbox(user)
  const hidden = [dataDir, join(resourcesDir, '.secrets')]
  const temporary = join(dataDir, 'programs')
  await rm(temporary, { recursive: true, force: true })
  const sandbox = await namespaceSandbox(hidden, temporary)
  if (sandbox !== undefined && (await holds(sandbox, dataDir))) return sandbox
  if (wanted === 'namespace')
    throw new Error('EXEC_SANDBOX is "namespace", but the relay cannot create namespaces on this machine.')
  return noSandbox
}

const probeMs = 10_000
/** Exits with 0 only where the parent's environment and the sibling folders are inaccessible. */
const probe =
  'cat /proc/$PPID/environ >/dev/null 2>&1 && exit 3; ls -A ../.. | grep -qv "^playbooks$" && exit 4; exit 0'

const holds = async (sandbox: Sandbox, dataDir: string): Promise<boolean> => {
  const folder = await sandbox.makeFolder(join(dataDir, 'playbooks', randomUUID()))
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), probeMs)
  try {
    const { exitCode } = await runProcess('sh', ['-c', probe], {
      env: bareEnvironment(),
      cwd: folder,
      signal: stop.signal,
      sandbox,
    })
    return exitCode === 0
  } catch {
    return false
  } finally {
    clearTimeout(timer)
    await rm(folder, { recursive: true, force: true })
  }
}
