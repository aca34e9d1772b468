import { z } from 'zod'
import { matchesGlob } from '#shared/primitives/glob.ts'
import type { LogLine } from '#shared/logs/log-routes.ts'
import { DockerEngine } from '#relay/backend/clients/servers/docker-engine.ts'
import type { LogContext, LogFilter, LogSource, LogStream } from '#relay/backend/logs/log-source.ts'
import { merged } from '#relay/backend/clients/run/merged.ts'
import { framedText, splitLines } from '#relay/backend/clients/servers/framed-text.ts'
import { followed, parseStampedLine, newestFromForward } from './stamped-lines.ts'

const spec = z.strictObject({
  socket: z.string().startsWith('/', 'must be the path of a socket').default('/var/run/docker.sock'),
  containers: z.array(z.string().min(1)).optional(),
})
type DockerSpec = z.infer<typeof spec>

const containersMax = 100
const listed = z.array(
  z.looseObject({
    Id: z.string(),
    Names: z.array(z.string()).min(1),
    Image: z.string().optional(),
    Labels: z.record(z.string(), z.string()).nullish(),
  }),
)
const inspected = z.looseObject({ Config: z.looseObject({ Tty: z.boolean().optional() }) })

interface Container {
  readonly id: string
  readonly labels: Readonly<Record<string, string>>
}

const listContainers = async (
  engine: DockerEngine,
  { containers: wanted }: DockerSpec,
  { labels: requested }: LogFilter,
  onError: LogContext['onError'],
): Promise<readonly Container[]> => {
  const all = ((await engine.ask('/containers/json?all=true', listed)) ?? []).map(
    ({ Id: id, Names, Image, Labels }) => {
      const own = Labels ?? {}
      const service = own['com.docker.compose.service']
      const name = (Names[0] ?? id).replace(/^\//, '')
      return {
        id,
        all: own,
        labels: { container: name, ...(Image && { image: Image }), ...(service && { service }) },
      }
    },
  )
  const fitting = all.filter(
    ({ labels, all: own }) =>
      (wanted === undefined || wanted.some((pattern) => matchesGlob(pattern, labels.container))) &&
      Object.entries(requested).every(([name, value]) => ({ ...own, ...labels })[name] === value),
  )
  if (fitting.length > containersMax) onError(`More than ${containersMax} containers. The rest was not read.`)
  return fitting
    .slice(0, containersMax)
    .map(({ id, labels, all: own }) => ({ id, labels: { ...pick(own, Object.keys(requested)), ...labels } }))
}

const pick = (labels: Readonly<Record<string, string>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(labels).filter(([name]) => names.includes(name)))

async function* readLines(engine: DockerEngine, { id, labels }: Container, query: string): AsyncGenerator<LogLine> {
  const path = `/containers/${encodeURIComponent(id)}`
  const about = await engine.ask(`${path}/json`, inspected)
  const body = await engine.stream(`${path}/logs?stdout=1&stderr=1&timestamps=1&${query}`)
  if (body === undefined) return
  try {
    const text = about?.Config.Tty === true ? body : framedText(body)
    for await (const line of splitLines(text)) yield parseStampedLine(line, labels)
  } finally {
    body.destroy()
  }
}

async function* streams(spec: DockerSpec, filter: LogFilter, context: LogContext): AsyncGenerator<LogStream> {
  const engine = new DockerEngine(spec.socket, context.signal)
  try {
    const span = `since=${Math.floor(filter.fromMs / 1000)}&until=${Math.ceil(filter.toMs / 1000)}`
    for (const container of await listContainers(engine, spec, filter, context.onError))
      yield newestFromForward(readLines(engine, container, span), filter, (lines) =>
        context.onError(`${container.labels['container']} has too many lines. Only the newest ${lines} were searched.`),
      )
  } finally {
    await engine.close()
  }
}

async function* follow(spec: DockerSpec, filter: LogFilter, context: LogContext): LogStream {
  const engine = new DockerEngine(spec.socket, context.signal)
  try {
    const containers = await listContainers(engine, spec, filter, context.onError)
    const since = `follow=1&since=${Math.floor(Date.now() / 1000)}&tail=0`
    yield* followed(
      merged(
        containers.map((container) => readLines(engine, container, since)),
        containersMax,
      ),
      filter,
    )
  } finally {
    await engine.close()
  }
}

export const docker: LogSource<DockerSpec> = { key: 'docker', spec, streams, follow }
