import { stringify } from 'yaml'
import { chartRepository } from '#shared/settings/integration-charts.ts'

export interface AgentInstall {
  readonly name: string
  readonly token: string
  readonly url: string
  /** Empty for no scraper. */
  readonly schedule: string
}

const namespace = 'mission-control'
const shell = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

export const cliSnippet = ({ url, token }: AgentInstall): string =>
  `UPSTREAM_URL=${shell(url)} \\\nUPSTREAM_TOKEN=${shell(token)} \\\nnpm start\n`

const agentValues = ({ name, token, url }: AgentInstall) => ({
  upstream: { createSecret: true, host: url, username: 'token', password: token, agentName: name },
})
const clusterValues = ({ name, schedule }: AgentInstall) => ({ clusterName: name, scraper: { schedule } })

const toSetFlags = (values: object, path = ''): string[] =>
  Object.entries(values).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? toSetFlags(value, `${path}${key}.`)
      : [`--set ${shell(`${path}${key}=${String(value).replaceAll(',', String.raw`\,`)}`)}`],
  )

const upgrade = (release: string, chart: string, sets: readonly string[]): string =>
  [
    `helm upgrade --install ${release} ${chartRepository.name}/${chart}`,
    `--namespace ${namespace} --create-namespace`,
    ...sets,
  ].join(' \\\n  ')

export const helmSnippet = (install: AgentInstall): string =>
  [
    `helm repo add ${chartRepository.name} ${chartRepository.url}`,
    'helm repo update',
    '',
    upgrade('mc-agent', 'mission-control-agent', toSetFlags(agentValues(install))),
    ...(install.schedule === ''
      ? []
      : ['', upgrade('mc-agent-kubernetes', 'mission-control-kubernetes', toSetFlags(clusterValues(install)))]),
    '',
  ].join('\n')

const release = (name: string, chart: string, values: object) => ({
  apiVersion: 'helm.toolkit.fluxcd.io/v2',
  kind: 'HelmRelease',
  metadata: { name, namespace },
  spec: {
    interval: '30m',
    chart: { spec: { chart, sourceRef: { kind: 'HelmRepository', name: chartRepository.name } } },
    values,
  },
})

export const fluxSnippet = (install: AgentInstall): string =>
  [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'HelmRepository',
      metadata: { name: chartRepository.name, namespace },
      spec: { interval: '30m', url: chartRepository.url },
    },
    release('mc-agent', 'mission-control-agent', agentValues(install)),
    ...(install.schedule === ''
      ? []
      : [release('mc-agent-kubernetes', 'mission-control-kubernetes', clusterValues(install))]),
  ]
    .map((manifest) => stringify(manifest, { lineWidth: 0 }))
    .join('---\n')
