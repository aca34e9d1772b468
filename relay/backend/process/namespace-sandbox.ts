import { existsSync } from 'node:fs'
import { findProgram } from './find-program.ts'
import { makeFolderIn, type Sandbox } from './sandbox.ts'

/**
 * Security: mounts empty folders over the hidden ones as root of new namespaces, then becomes the relay's user in
 * a nested user namespace, which cannot undo the mounts.
 */
const setUp = `
unshare=$1 mount=$2 keep=$3 also=$4 uid=$5 gid=$6
shift 6
fail() { echo "The sandbox of this program could not be set up." >&2; exit 125; }
cd "$keep" && exec 3<"$also" || fail
while [ "$1" != -- ]; do
  "$mount" -t tmpfs -o size=64k,mode=0755 quarterdeck "$1" || fail
  shift
done
shift
show() {
  [ -e "$1" ] || { mkdir -p "$1" && "$mount" --no-canonicalize --bind "$2" "$1"; } || fail
}
show "$keep" .
show "$also" /proc/self/fd/3
exec 3<&-
cd "$keep" || fail
exec "$unshare" --user --map-user="$uid" --map-group="$gid" -- "$@"
`

/** Folders in `temporary`, which is one of the hidden ones, are visible only to their own program. */
export const namespaceSandbox = async (hidden: readonly string[], temporary: string): Promise<Sandbox | undefined> => {
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
      'DATA_DIR except their own folders, or .secrets of RESOURCES_DIR, and cannot gain privileges with sudo.',
    makeFolder: makeFolderIn(temporary),
    wrap: async ({ command, args, env }, folder = process.cwd(), kept = folder) => {
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
      const prefix = [unshare, mount, folder, kept, String(uid), String(gid), ...covered, '--', program, ...args]
      return { command: unshare, args: [...isolated, ...prefix], env }
    },
  }
}
