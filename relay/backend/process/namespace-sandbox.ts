import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { findProgram } from './find-program.ts'
import type { Sandbox } from './sandbox.ts'

/**
 * Security: mounts empty folders over the hidden ones as root of new namespaces, then becomes the relay's user in
 * a nested user namespace, which cannot undo the mounts.
 */
const setUp = `
unshare=$1 mount=$2 keep=$3 uid=$4 gid=$5
shift 5
fail() { echo "The sandbox of this program could not be set up." >&2; exit 125; }
cd "$keep" || fail
while [ "$1" != -- ]; do
  "$mount" -t tmpfs -o size=64k,mode=0755 quarterdeck "$1" || fail
  shift
done
shift
if [ ! -e "$keep" ]; then
  mkdir -p "$keep" || fail
  "$mount" --no-canonicalize --bind . "$keep" || fail
fi
cd "$keep" || fail
exec "$unshare" --user --map-user="$uid" --map-group="$gid" -- "$@"
`

export const namespaceSandbox = async (hidden: readonly string[]): Promise<Sandbox | undefined> => {
  const path = `${process.env['PATH'] ?? ''}:/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin`
  const [unshare, mount, shell] = await Promise.all(['unshare', 'mount', 'sh'].map((name) => findProgram(name, path)))
  const uid = process.getuid?.()
  const gid = process.getgid?.()
  if (unshare === undefined || mount === undefined || shell === undefined || uid === undefined || gid === undefined)
    return undefined
  return {
    kind: 'namespace',
    report:
      "Programs in documents run in separate user and mount namespaces. They cannot read the relay's environment and memory, " +
      'DATA_DIR except their own folder, or .secrets of RESOURCES_DIR, and cannot gain privileges with sudo.',
    makeFolder: async (preferred) => {
      await mkdir(preferred, { recursive: true, mode: 0o700 })
      return preferred
    },
    wrap: async ({ command, args, env }, folder) => {
      const program = await findProgram(command, env['PATH'] ?? '')
      if (program === undefined) throw Object.assign(new Error(`spawn ${command} ENOENT`), { code: 'ENOENT' })
      const covered = hidden.filter((each) => existsSync(each))
      const isolated = [
        '--user',
        '--map-root-user',
        '--mount',
        '--propagation',
        'private',
        '--',
        shell,
        '-c',
        setUp,
        'sandbox',
      ]
      const prefix = [
        unshare,
        mount,
        folder ?? process.cwd(),
        String(uid),
        String(gid),
        ...covered,
        '--',
        program,
        ...args,
      ]
      return { command: unshare, args: [...isolated, ...prefix], env }
    },
  }
}
