import { createInterface } from 'node:readline'
import { z } from 'zod'
import { parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import { defineCheckType } from '#relay/backend/checks/types/define-check-type.ts'
import { describeError } from '#relay/backend/clients/run/describe-error.ts'
import { DockerEngine, dockerSocket } from '#relay/backend/clients/servers/docker-engine.ts'
import {
  inspectedImage,
  judgeImage,
  pullFields,
  pushFields,
  readRegistryLogin,
  type RegistryLogin,
} from './image-fields.ts'

const requires =
  'Needs a Docker engine: give the relay access to /var/run/docker.sock, or set host to unix:///path or tcp://host:2375.'
const host = z
  .string()
  .regex(/^(?:unix:\/\/\/|tcp:\/\/)./, 'must be unix:///path or tcp://host:port')
  .optional()
const pullSpec = z.strictObject({ ...pullFields, host })
const pushSpec = z.strictObject({ ...pushFields, host })

const progressLine = z.looseObject({
  error: z.string().optional(),
  aux: z.looseObject({ Digest: z.string().optional() }).optional(),
})

const withEngine = async <T>(
  address: string | undefined,
  signal: AbortSignal,
  ask: (engine: DockerEngine) => Promise<T>,
): Promise<T> => {
  const engine = new DockerEngine(address ?? dockerSocket, signal)
  try {
    return await ask(engine)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && ['ENOENT', 'EACCES'].includes(String(error.code))
    throw isMissing ? new Error(`${describeError(error, '')} ${requires}`, { cause: undefined }) : error
  } finally {
    await engine.close()
  }
}

/** The engine responds with 200 before it starts: the last line of its progress has the error. */
const transfer = async (engine: DockerEngine, path: string, login: RegistryLogin | undefined) => {
  const auth = Buffer.from(JSON.stringify(login ?? {})).toString('base64url')
  const body = await engine.stream(path, { method: 'POST', headers: { 'x-registry-auth': auth } })
  if (body === undefined) throw new Error('The Docker engine returned no progress')
  let digest: string | undefined
  let lines = 0
  for await (const line of createInterface({ input: body })) {
    if (line.trim() === '') continue
    const { data } = progressLine.safeParse(parseBoundedJson(line))
    if (data === undefined) throw new Error('The Docker engine returned an invalid response')
    if (data.error !== undefined) throw new Error(data.error)
    digest = data.aux?.Digest ?? digest
    lines += 1
  }
  if (body.errored !== null) throw body.errored
  if (lines === 0) throw new Error('The Docker engine returned no progress')
  return digest
}

const splitTag = (image: string): { name: string; tag: string } => {
  const [, name = image, tag = 'latest'] = /^(.*?):([^:/@]+)$/.exec(image) ?? []
  return image.includes('@') ? { name: image, tag: '' } : { name, tag }
}

export const docker = defineCheckType<z.infer<typeof pullSpec>>({
  key: 'docker',
  requires,
  spec: pullSpec,
  formatEndpoint: ({ image }) => image,
  run: async (spec, run) => {
    const login = await readRegistryLogin(spec, run)
    const { name, tag } = splitTag(spec.image)
    return withEngine(spec.host, run.signal, async (engine) => {
      const query = new URLSearchParams({ fromImage: name, ...(tag !== '' && { tag }) })
      await transfer(engine, `/images/create?${query.toString()}`, login)
      const inspected = await engine.ask(`/images/${encodeURI(spec.image)}/json`, inspectedImage)
      if (inspected === undefined) return { pass: false, message: `${spec.image} was not found after the pull.` }
      return judgeImage(spec, inspected)
    })
  },
})

export const dockerPush = defineCheckType<z.infer<typeof pushSpec>>({
  key: 'dockerPush',
  requires,
  spec: pushSpec,
  formatEndpoint: ({ image }) => image,
  run: async (spec, run) => {
    const login = await readRegistryLogin(spec, run)
    const { name, tag } = splitTag(spec.image)
    return withEngine(spec.host, run.signal, async (engine) => {
      const digest = await transfer(
        engine,
        `/images/${encodeURI(name)}/push?${new URLSearchParams({ tag }).toString()}`,
        login,
      )
      const pushed = digest === undefined ? '' : ` as ${digest}`
      return {
        pass: true,
        message: `${spec.image} was pushed${pushed}`,
        details: { image: spec.image, digest: digest ?? null },
      }
    })
  },
})
