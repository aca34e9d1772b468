import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join, posix } from 'node:path'
import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { matchesGlob } from '#shared/primitives/glob.ts'
import { hasTemplate } from '#shared/primitives/has-template.ts'
import { toErrorSentence } from '#shared/primitives/thrown-error.ts'
import { createClientRun } from '#relay/backend/clients/run/client-run.ts'
import { describeError } from '#relay/backend/clients/run/describe-error.ts'
import { followPod, type PodEnd } from '#relay/backend/clients/kubernetes/follow-pod.ts'
import { readPodFiles, withReader, type PodFile } from '#relay/backend/clients/kubernetes/pod-files.ts'
import { withTemporaryPod } from '#relay/backend/clients/kubernetes/temporary-pod.ts'
import { withCluster } from '#relay/backend/clients/kubernetes/with-cluster.ts'
import { readValue, type ActionContext, type ActionOutcome } from './action-context.ts'
import { writeLine } from './write-line.ts'

type PodSpec = NonNullable<PlaybookAction['pod']>

const logCharacters = 3_000
const outputs = new Map<string, 1 | 2>([
  ['/dev/stdout', 1],
  ['/dev/stderr', 2],
])

/** The folder that is shared with the container that reads the files. */
const toFolder = (path: string): string => {
  const parts = posix.dirname(path).split('/')
  const first = parts.findIndex((part) => part.includes('*'))
  return (first < 0 ? parts : parts.slice(0, first)).join('/')
}

const isFilePath = (path: string): boolean =>
  // A shell expands the other characters too.
  /^\/[^?[\]\\\n]*[^/?[\]\\\n]$/.test(path) && posix.normalize(path) === path && toFolder(path).length > 1

/** Found before the pod starts. */
export const findPodArtifactError = ({ artifacts = [] }: PodSpec): string | undefined => {
  const invalid = artifacts.find(({ path }) => !outputs.has(path) && !hasTemplate(path) && !isFilePath(path))
  return invalid === undefined
    ? undefined
    : `The artifact ${invalid.path} must be /dev/stdout, /dev/stderr or the absolute path of a file in a folder, such as /reports/*.xml.`
}

const listFilePaths = ({ artifacts = [] }: PodSpec): readonly string[] =>
  artifacts.map(({ path }) => path).filter((path) => !outputs.has(path))

/** Returns an error for each path that matches no file. */
const keepFiles = async (
  paths: readonly string[],
  read: () => Promise<readonly PodFile[]>,
  { workDir, keepFile }: ActionContext,
): Promise<readonly string[]> => {
  if (paths.length === 0) return []
  try {
    const files = await read()
    for (const [index, { path, content }] of files.entries()) {
      const folder = join(workDir, String(index))
      await mkdir(folder)
      const file = { path: join(folder, 'artifact'), filename: basename(path) }
      await writeFile(file.path, content)
      await keepFile(file)
    }
    return paths
      .filter((pattern) => !files.some(({ path }) => matchesGlob(pattern, path)))
      .map((pattern) => `No file matches the artifact ${pattern}.`)
  } catch (error) {
    return [`Failed to read the artifacts: ${toErrorSentence(error)}`]
  }
}

/** Containers have one log for both streams. The log is stream 1; stream 2 has the states of the pod. */
export const runPod = async (spec: PodSpec, context: ActionContext): Promise<ActionOutcome> => {
  const { connection, kubeconfig, namespace = 'default', artifacts = [], maxLength = logCharacters } = spec
  const access = {
    connection,
    kubeconfig: kubeconfig === undefined ? undefined : { value: await readValue(kubeconfig, context) },
  }
  const run = createClientRun(context, context.signal)
  const artifactError = findPodArtifactError(spec)
  if (artifactError !== undefined) return { result: {}, error: artifactError }
  const paths = listFilePaths(spec)
  const output = context.output()
  const waitForRoom = createRoom(output)
  const manifest = {
    metadata: { name: spec.name, namespace, labels: { 'app.kubernetes.io/managed-by': 'quarterdeck' } },
    spec: {
      restartPolicy: 'Never',
      ...(paths.length === 0 ? spec.spec : withReader(spec.spec, paths.map(toFolder), context.timeoutMs)),
    },
  }
  const missing: string[] = []
  try {
    const end = await withCluster(access, run, async (api) =>
      withTemporaryPod(api, manifest, run, async ({ name, path }) => {
        writeLine(output, 2, `Pod ${namespace}/${name}`)
        const ended = await followPod(api, path, run.signal, {
          onLine: async (line) => {
            writeLine(output, 1, line)
            await waitForRoom()
          },
          onState: (state) => writeLine(output, 2, state),
        })
        const read = () => readPodFiles(api, path, { script: 'paths', values: paths }, run.signal)
        missing.push(...(await keepFiles(paths, read, context)))
        return ended
      }),
    )
    output.finish()
    for (const { path } of artifacts) {
      const stream = outputs.get(path)
      if (stream !== undefined) await context.keepOutput(stream, basename(path))
    }
    return {
      result: { Logs: output.tail(1).slice(-maxLength), exitCode: end.exitCode },
      error: [findFailure(end), ...missing].filter((each) => each !== undefined).join(' ') || null,
    }
  } catch (error) {
    context.signal.throwIfAborted()
    return { result: { Logs: output.tail(1).slice(-maxLength) }, error: describeError(error, 'The cluster') }
  }
}

const findFailure = ({ failed, reason, exitCode }: PodEnd): string | undefined => {
  if (!failed) return undefined
  const detail = reason === undefined || reason === 'Error' ? '' : ` (${reason})`
  return exitCode === undefined ? `The pod failed${detail}.` : `Exit code ${exitCode}${detail}.`
}

/** Resolves when the log has room for more lines. */
const createRoom = (output: ReturnType<ActionContext['output']>) => {
  let waiting: (() => void)[] = []
  output.onRoom(() => {
    const resumed = waiting
    waiting = []
    for (const resume of resumed) resume()
  })
  return async (): Promise<void> => {
    if (output.full) await new Promise<void>((resolve) => waiting.push(resolve))
  }
}
