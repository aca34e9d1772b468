import { z } from 'zod'
import type { Health, ItemLink } from '#relay/backend/catalog/scraped-item.ts'
import type { FoundItem } from '#relay/backend/scrapers/scraper-kind.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import { isSecretName } from '#relay/config/passwords-in.ts'
import { hostReference, volumeReference, type DockerHost } from './engine-items.ts'

const state = z.looseObject({
  Status: z.string(),
  ExitCode: z.number().catch(0),
  OOMKilled: z.boolean().catch(false),
  Error: z.string().catch(''),
  StartedAt: z.string().optional(),
  FinishedAt: z.string().optional(),
  Health: z.looseObject({ Status: z.string() }).optional(),
})
export const containerSchema = z.looseObject({
  Id: z.string(),
  Name: z.string(),
  Created: z.string().optional(),
  Image: z.string(),
  Path: z.string().optional(),
  Args: z.array(z.string()).nullish(),
  RestartCount: z.number().optional(),
  State: state,
  Config: z.looseObject({
    Image: z.string().optional(),
    Env: z.array(z.string()).nullish(),
    Labels: z.record(z.string(), z.string()).nullish(),
    ExposedPorts: z.unknown().optional(),
    User: z.string().optional(),
    WorkingDir: z.string().optional(),
  }),
  HostConfig: z
    .looseObject({
      RestartPolicy: z.unknown().optional(),
      NetworkMode: z.string().optional(),
      PortBindings: z.unknown().optional(),
      Memory: z.number().optional(),
      NanoCpus: z.number().optional(),
      Privileged: z.boolean().optional(),
    })
    .optional(),
  Mounts: z
    .array(
      z.looseObject({
        Type: z.string(),
        Name: z.string().optional(),
        Source: z.string().optional(),
        Destination: z.string(),
        RW: z.boolean().optional(),
      }),
    )
    .nullish(),
  NetworkSettings: z
    .looseObject({ Networks: z.record(z.string(), z.looseObject({ NetworkID: z.string().optional() })).nullish() })
    .optional(),
})
type Container = z.infer<typeof containerSchema>

/** Security: hides the value of a variable whose name indicates a secret. */
const shownVariable = (variable: string): string => {
  const [name = ''] = variable.split('=', 1)
  return isSecretName(name) && name !== variable ? `${name}=${maskedSecret}` : variable
}

const toState = (status: string, health: Health) => ({ status, health })

const readState = ({ Status: status, ExitCode: code, OOMKilled, Health: check }: Container['State']) => {
  if (status === 'running') {
    if (check?.Status === 'unhealthy') return toState('unhealthy', 'unhealthy')
    return toState(
      check?.Status === 'starting' ? 'starting' : status,
      check?.Status === 'starting' ? 'warning' : 'healthy',
    )
  }
  if (status === 'exited') {
    if (OOMKilled) return toState('out of memory', 'unhealthy')
    return code === 0 ? toState('exited', 'healthy') : toState(`exited with ${code}`, 'unhealthy')
  }
  if (status === 'restarting' || status === 'dead') return toState(status, 'unhealthy')
  return toState(status, 'warning')
}

const toLinks = (container: Container, host: DockerHost): ItemLink[] => [
  { kind: 'parent', to: hostReference(host) },
  { kind: 'related', relation: 'runs', to: { type: 'Docker::Image', id: container.Image } },
  ...Object.values(container.NetworkSettings?.Networks ?? {}).flatMap(({ NetworkID: id }): ItemLink[] =>
    id === undefined || id === ''
      ? []
      : [{ kind: 'related', relation: 'connects to', to: { type: 'Docker::Network', id } }],
  ),
  ...(container.Mounts ?? []).flatMap(({ Type: type, Name: name }): ItemLink[] =>
    type === 'volume' && name !== undefined
      ? [{ kind: 'related', relation: 'uses', to: volumeReference(name, host) }]
      : [],
  ),
]

/** Omits health check output and load, which change constantly. */
export const containerItem = (container: Container, host: DockerHost): FoundItem => {
  const { State, Config, HostConfig } = container
  const labels = Config.Labels ?? {}
  const [project, service] = [labels['com.docker.compose.project'], labels['com.docker.compose.service']]
  return {
    kind: 'item',
    config: {
      id: container.Id,
      image: Config.Image,
      command: [container.Path, ...(container.Args ?? [])],
      environment: (Config.Env ?? []).map(shownVariable),
      user: Config.User,
      workingDirectory: Config.WorkingDir,
      ports: { exposed: Config.ExposedPorts, published: HostConfig?.PortBindings },
      restartPolicy: HostConfig?.RestartPolicy,
      restarts: container.RestartCount,
      networkMode: HostConfig?.NetworkMode,
      networks: Object.keys(container.NetworkSettings?.Networks ?? {}),
      privileged: HostConfig?.Privileged,
      limits: { memoryBytes: HostConfig?.Memory, nanoCpus: HostConfig?.NanoCpus },
      mounts: (container.Mounts ?? []).map(({ Type, Name, Source, Destination, RW }) => ({
        type: Type,
        name: Name,
        source: Source,
        destination: Destination,
        writable: RW,
      })),
      state: {
        status: State.Status,
        exitCode: State.ExitCode,
        error: State.Error,
        startedAt: State.StartedAt,
        finishedAt: State.FinishedAt,
      },
    },
    known: {
      type: 'Docker::Container',
      id: container.Id,
      aliases: [container.Id.slice(0, 12)],
      name: container.Name.replace(/^\//, ''),
      configClass: 'Container',
      ...readState(State),
      labels,
      tags: { ...(project !== undefined && { project }), ...(service !== undefined && { service }) },
      source: host.Name,
      createdAt: container.Created,
      links: toLinks(container, host),
    },
  }
}
