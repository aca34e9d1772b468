import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { splitLines } from '#relay/backend/clients/servers/framed-text.ts'
import { pollUntil } from '#relay/backend/clients/run/poll-until.ts'
import { isRejection, type KubernetesApi } from './kubernetes-api.ts'
import { manifestSchema, readManifestState } from './manifest.ts'
import { readerContainer } from './pod-files.ts'

/** After the pod ended, its logs are read no longer than this. */
const lastLogsMs = 10_000

const ended = z.looseObject({ exitCode: z.number(), reason: z.string().optional() })
const container = z.looseObject({
  name: z.string(),
  state: z.looseObject({ running: z.unknown().optional(), terminated: ended.optional() }).optional(),
})
type Container = z.infer<typeof container>
const statusSchema = z.looseObject({
  phase: z.string().optional(),
  reason: z.string().optional(),
  containerStatuses: z.array(container).nullish(),
  initContainerStatuses: z.array(container).nullish(),
})
type PodStatus = z.infer<typeof statusSchema>

export interface PodEnd {
  readonly failed: boolean
  /** Of the first container that failed; missing when the pod failed before a container ran. */
  readonly exitCode: number | undefined
  readonly reason: string | undefined
}

interface PodEvents {
  readonly onLine: (line: string) => Promise<void>
  readonly onState: (state: string) => void
}

const listContainers = ({ initContainerStatuses, containerStatuses }: PodStatus): readonly Container[] => [
  ...(initContainerStatuses ?? []),
  ...(containerStatuses ?? []),
]

/** Stamps omit trailing zeros, so they do not compare as texts. */
const toComparable = (stamp: string): string =>
  stamp.replace(/(?:\.(\d+))?Z$/, (_, fraction: string | undefined) => `.${(fraction ?? '').padEnd(9, '0')}`)

/** A stream can end before its container, so each line has its time: the next stream continues after it. */
class ContainerLog {
  isRead = false
  #last = ''

  async read(api: KubernetesApi, path: string, name: string, signal: AbortSignal, { onLine }: PodEvents) {
    const query = new URLSearchParams({
      container: name,
      follow: 'true',
      timestamps: 'true',
      ...(this.#last !== '' && { sinceTime: this.#last }),
    })
    const body = await api.stream(`${path}/log?${query.toString()}`, signal)
    const after = toComparable(this.#last)
    try {
      for await (const line of splitLines(body)) {
        const end = line.indexOf(' ')
        const stamp = line.slice(0, Math.max(0, end))
        if (Number.isNaN(Date.parse(stamp))) {
          await onLine(line)
          continue
        }
        if (toComparable(stamp) <= after) continue
        this.#last = stamp
        await onLine(line.slice(end + 1))
      }
    } finally {
      body.destroy()
    }
  }
}

const isReader = ({ name }: Container): boolean => name === readerContainer

/** With a reader, the pod runs until its files are read: the other containers decide. */
const hasOnlyReader = ({ containerStatuses }: PodStatus): boolean => {
  const all = containerStatuses ?? []
  const others = all.filter((each) => !isReader(each))
  const reader = all.find(isReader)?.state
  const isStarted = reader?.running !== undefined || reader?.terminated !== undefined
  return isStarted && others.length > 0 && others.every(({ state }) => state?.terminated !== undefined)
}

const toEnd = (status: PodStatus): PodEnd | undefined => {
  const { phase, reason } = status
  const ends = listContainers(status)
    .filter((each) => !isReader(each))
    .flatMap(({ state }) => state?.terminated ?? [])
  if (hasOnlyReader(status)) {
    const failure = ends.find(({ exitCode }) => exitCode !== 0)
    return { failed: failure !== undefined, exitCode: failure?.exitCode ?? 0, reason: failure?.reason }
  }
  if (phase !== 'Succeeded' && phase !== 'Failed') return undefined
  const failure = ends.find(({ exitCode }) => exitCode !== 0)
  const failed = phase === 'Failed'
  return { failed, exitCode: failure?.exitCode ?? (failed ? undefined : 0), reason: reason ?? failure?.reason }
}

const isFinal = (error: unknown) => isRejection(error) && error.code < 500

/** Resolves when the pod has ended and its logs are read. */
export const followPod = async (
  api: KubernetesApi,
  path: string,
  signal: AbortSignal,
  events: PodEvents,
): Promise<PodEnd> => {
  const logs = new Map<string, ContainerLog>()
  const reading = new Map<string, Promise<void>>()
  let shownState: string | null = null
  const readLog = async (name: string, hasEnded: boolean): Promise<void> => {
    const log = logs.get(name) ?? new ContainerLog()
    logs.set(name, log)
    try {
      await log.read(api, path, name, signal, events)
    } catch (error) {
      // A container that is about to start has no log yet.
      if (!signal.aborted && (hasEnded || !isRejection(error)))
        events.onState(`Log of ${name}: ${toErrorMessage(error)}`)
    }
    log.isRead = hasEnded
  }
  const read = async (): Promise<PodEnd | undefined> => {
    const manifest = manifestSchema.parse({ kind: 'Pod', ...z.looseObject({}).parse(await api.json(path, signal)) })
    const { status: state } = readManifestState(manifest)
    if (state !== null && state !== shownState) events.onState(state)
    shownState = state
    const status = statusSchema.parse(manifest.status ?? {})
    for (const { name, state: at } of listContainers(status).filter((each) => !isReader(each))) {
      const hasEnded = at?.terminated !== undefined
      if ((at?.running === undefined && !hasEnded) || reading.has(name) || logs.get(name)?.isRead === true) continue
      const log = readLog(name, hasEnded).finally(() => reading.delete(name))
      reading.set(name, log)
    }
    return toEnd(status)
  }
  const wakers = () => reading.values()
  const end = await pollUntil(read, { signal, firstMs: 250, longestMs: 2_000, isFinal, wakers })
  await Promise.race([Promise.all(reading.values()), pause(lastLogsMs, undefined, { signal, ref: false })])
  return end
}
