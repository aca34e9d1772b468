import { basename } from 'node:path'
import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { hasTemplate } from '#shared/primitives/has-template.ts'
import { createClientRun } from '#relay/backend/clients/run/client-run.ts'
import { describeError } from '#relay/backend/clients/run/describe-error.ts'
import { followPod, type PodEnd } from '#relay/backend/clients/kubernetes/follow-pod.ts'
import { isPodFilePath, keepPodFiles, toPodFolder } from '#relay/backend/clients/kubernetes/pod-artifacts.ts'
import { readPodFiles, withReader } from '#relay/backend/clients/kubernetes/pod-files.ts'
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

/** Found before the pod starts. */
export const findPodArtifactError = ({ artifacts = [] }: PodSpec): string | undefined => {
  const invalid = artifacts.find(({ path }) => !outputs.has(path) && !hasTemplate(path) && !isPodFilePath(path))
  return invalid === undefined
    ? undefined
    : `The artifact ${invalid.path} must be /dev/stdout, /dev/stderr or the absolute path of a file in a folder, such as /reports/*.xml.`
}

const listFilePaths = ({ artifacts = [] }: PodSpec): readonly string[] =>
  artifacts.map(({ path }) => path).filter((path) => !outputs.has(path))

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
      ...(paths.length === 0 ? spec.spec : withReader(spec.spec, paths.map(toPodFolder), context.timeoutMs)),
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
        missing.push(...(await keepPodFiles(paths, read, context.workDir, context.keepFile)))
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
