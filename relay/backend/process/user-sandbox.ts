import { chown, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sandbox } from './sandbox.ts'

export const userSandbox = async (name: string): Promise<Sandbox> => {
  if (process.getuid?.() !== 0)
    throw new Error(
      `EXEC_USER is ${JSON.stringify(name)}, but only a relay running as root can run programs as another user.`,
    )
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const [, , id, group, , home = '/'] = lines.find(([user]) => user === name) ?? []
  if (id === undefined || group === undefined)
    throw new Error(`EXEC_USER is ${JSON.stringify(name)}, but this machine has no such user.`)
  const [uid, gid] = [Number(id), Number(group)]
  if (uid === 0) throw new Error(`EXEC_USER is ${JSON.stringify(name)}, which is root.`)
  return {
    kind: 'user',
    report: `Programs in documents run as the user ${name}, and can read what that user can; DATA_DIR is closed to it.`,
    makeFolder: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-'))
      await chown(folder, uid, gid)
      return folder
    },
    wrap: async ({ command, args, env }) => ({ command, args, env: { ...env, HOME: home, USER: name }, uid, gid }),
  }
}
