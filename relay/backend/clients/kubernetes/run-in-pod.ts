import { z } from 'zod'
import { unlessAborted } from '#relay/time-limit.ts'
import { parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import { appendValue } from '#shared/primitives/append-value.ts'
import { closedEarly } from '#relay/backend/clients/run/describe-error.ts'
import { ClusterError, isRejection, type KubernetesApi } from './kubernetes-api.ts'

/** Binary messages, each with the number of its stream as the first byte. */
const protocol = 'v4.channel.k8s.io'
const streams = { output: 1, errors: 2, status: 3 } as const
const outputMax = 16 * 1024 * 1024

const noSocket = 'No command can run in the pod: a proxy before the cluster may not allow web sockets'

const statusSchema = z.looseObject({ status: z.string(), message: z.string().default('') })

interface PodCommand {
  readonly container: string
  readonly command: readonly string[]
}

/** A web socket does not show the response that rejects it. A plain request gets the same one, and starts no command. */
const findReason = async (api: KubernetesApi, path: string, signal: AbortSignal): Promise<unknown> => {
  try {
    await api.json(path, signal)
  } catch (error) {
    if (isRejection(error) && !/upgrade/i.test(error.message)) return error
  }
  return new Error(noSocket)
}

const receive = (
  socket: Awaited<ReturnType<KubernetesApi['openSocket']>>,
  explain: () => Promise<unknown>,
): Promise<ReadonlyMap<number, Buffer>> =>
  new Promise((resolve, reject) => {
    const received = new Map<number, Buffer[]>()
    let bytes = 0
    let isOpen = false
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('message', ({ data }) => {
      if (!(data instanceof ArrayBuffer)) return
      const message = Buffer.from(data)
      bytes += message.length
      if (bytes > outputMax) reject(new ClusterError(413, `The output is larger than ${outputMax / 1024 / 1024} MB`))
      const stream = message[0] ?? 0
      appendValue(received, stream, message.subarray(1))
    })
    socket.addEventListener('open', () => {
      isOpen = true
    })
    socket.addEventListener('error', () => {
      if (isOpen) reject(new Error(closedEarly))
      else void explain().then(reject)
    })
    socket.addEventListener('close', () => {
      if (isOpen) resolve(new Map(Array.from(received, ([stream, parts]) => [stream, Buffer.concat(parts)])))
    })
  })

export const runInPod = async (
  api: KubernetesApi,
  pod: string,
  { container, command }: PodCommand,
  signal: AbortSignal,
): Promise<Buffer> => {
  const query = new URLSearchParams({ container, stdout: 'true', stderr: 'true' })
  for (const part of command) query.append('command', part)
  const path = `${pod}/exec?${query.toString()}`
  const socket = await api.openSocket(path, protocol)
  try {
    const received = await unlessAborted(
      receive(socket, () => findReason(api, path, signal)),
      signal,
    )
    const status = received.get(streams.status)
    if (status === undefined) throw new Error(closedEarly)
    const { status: outcome, message } = statusSchema.parse(parseBoundedJson(status.toString()))
    const errors = received.get(streams.errors)?.toString().trim() ?? ''
    if (outcome !== 'Success') throw new Error(`The command in the pod failed: ${errors || message}`)
    return received.get(streams.output) ?? Buffer.alloc(0)
  } finally {
    socket.close()
  }
}
