import { posix } from 'node:path'
import { toList } from '#shared/primitives/to-list.ts'
import type { KubernetesApi } from './kubernetes-api.ts'
import { runInPod } from './run-in-pod.ts'
import { toDeadlineSeconds } from './temporary-pod.ts'

/** A second container that outlives the others: the files of a container that ended cannot be read. */
export const readerContainer = 'quarterdeck-files'

interface Mount {
  readonly name: string
  readonly mountPath: string
}

interface PodSpec {
  readonly containers: readonly Readonly<Record<string, unknown>>[]
  readonly volumes?: unknown
  readonly [field: string]: unknown
}

const isMount = (value: unknown): value is Mount =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'mountPath' in value &&
  typeof value.mountPath === 'string'

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** Adds the reader, which shares the folders with the other containers: by their own volumes, or by new ones. */
export const withReader = <Spec extends PodSpec>(spec: Spec, folders: readonly string[], timeoutMs: number) => {
  const own = spec.containers.flatMap(({ volumeMounts }) => toList(volumeMounts).filter(isMount))
  const findOwn = (folder: string) => own.find(({ mountPath }) => isWithin(folder, posix.normalize(mountPath)))
  const added = [...new Set(folders)]
    .filter((folder) => findOwn(folder) === undefined)
    .map((mountPath, index): Mount => ({ name: `${readerContainer}-${index}`, mountPath }))
  const shared = new Map(folders.flatMap((folder) => findOwn(folder) ?? []).map((mount) => [mount.mountPath, mount]))
  return {
    ...spec,
    restartPolicy: 'Never',
    volumes: [...toList(spec.volumes), ...added.map(({ name }) => ({ name, emptyDir: {} }))],
    containers: [
      ...spec.containers.map((container) => ({
        ...container,
        ...(added.length > 0 && { volumeMounts: [...toList(container['volumeMounts']), ...added] }),
      })),
      {
        name: readerContainer,
        image: spec.containers[0]?.['image'],
        command: ['sleep', String(toDeadlineSeconds(timeoutMs))],
        volumeMounts: [...shared.values(), ...added],
      },
    ],
  }
}

export interface PodFile {
  readonly path: string
  readonly content: Buffer
}

const newline = 10

/** Writes path, size and content of each file whose path is read from the standard input. */
const writeFiles = `while IFS= read -r file; do
  [ -f "$file" ] && [ -r "$file" ] || continue
  printf '%s\\n' "$file"
  wc -c < "$file"
  cat "$file"
done`

const scripts = {
  /** The argument is a folder. */
  reports: `cd "$1" || exit 1
find . -type f -name '*.xml' | sort | ${writeFiles}`,
  /** The arguments are paths with wildcards. An empty IFS keeps their spaces. */
  paths: `IFS=''
for pattern in "$@"; do for file in $pattern; do printf '%s\\n' "$file"; done; done | sort -u | ${writeFiles}`,
}

export interface WantedPodFiles {
  readonly script: keyof typeof scripts
  readonly values: readonly string[]
  readonly container?: string
}

export const readPodFiles = async (
  api: KubernetesApi,
  pod: string,
  { script, values, container = readerContainer }: WantedPodFiles,
  signal: AbortSignal,
): Promise<readonly PodFile[]> => {
  const command = ['sh', '-c', scripts[script], 'sh', ...values]
  return parseFiles(await runInPod(api, pod, { container, command }, signal))
}

const parseFiles = (output: Buffer): readonly PodFile[] => {
  const files: PodFile[] = []
  let at = 0
  const readLine = (): string => {
    const end = output.indexOf(newline, at)
    if (end < 0) throw new Error('The list of files is not complete')
    const line = output.subarray(at, end).toString()
    at = end + 1
    return line
  }
  while (at < output.length) {
    const path = readLine().replace(/^\.\//, '')
    const size = Number(readLine())
    if (!Number.isInteger(size) || at + size > output.length) throw new Error(`${path} is not complete`)
    files.push({ path, content: output.subarray(at, at + size) })
    at += size
  }
  return files
}
