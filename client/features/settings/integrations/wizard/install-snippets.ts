import { stringify } from 'yaml'
import { isMap } from '#shared/primitives/is-map.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import { chartRepository, type IntegrationChart } from '#shared/settings/integration-charts.ts'
import type { ChartInstall } from '#machines/settings/integration-wizard-machine.ts'

type Values = Readonly<Record<string, unknown>>

const isSame = (a: unknown, b: unknown): boolean =>
  stringify(a, { sortMapEntries: true }) === stringify(b, { sortMapEntries: true })

export const changedValues = (defaults: Values, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
      const before = defaults[key]
      if (isSame(before, value)) return []
      if (!isMap(before) || !isMap(value)) return [[key, value]]
      const changed = changedValues(before, value)
      return Object.keys(changed).length === 0 ? [] : [[key, changed]]
    }),
  )

export const findNamespaceError = (namespace: string): string | undefined =>
  /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(namespace)
    ? undefined
    : 'Use lowercase letters, digits and dashes, at most 63 characters, with no dash at either end'

export const findIntervalError = (interval: string): string | undefined =>
  /^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/.test(interval) && (parseDuration(interval) ?? 0) > 0
    ? undefined
    : 'Enter a duration such as 30m or 1h30m'

const yaml = (value: unknown) => stringify(value, { lineWidth: 0 })

export const fluxSnippet = (
  { name, version }: Pick<IntegrationChart, 'name' | 'version'>,
  { namespace, interval }: Pick<ChartInstall, 'namespace' | 'interval'>,
  values: Values,
): string =>
  [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'HelmRepository',
      metadata: { name: chartRepository.name, namespace },
      spec: { interval, url: chartRepository.url },
    },
    {
      apiVersion: 'helm.toolkit.fluxcd.io/v2',
      kind: 'HelmRelease',
      metadata: { name, namespace },
      spec: {
        interval,
        chart: {
          spec: {
            chart: name,
            ...(version !== null && { version }),
            sourceRef: { kind: 'HelmRepository', name: chartRepository.name },
          },
        },
        ...(Object.keys(values).length > 0 && { values }),
      },
    },
  ]
    .map(yaml)
    .join('---\n')

/** A heredoc delimiter that is not a line of the text. */
const pickDelimiter = (text: string): string => {
  const lines = new Set(text.split('\n'))
  let end = 'VALUES'
  while (lines.has(end)) end += '_'
  return end
}

/** The values are quoted, so that a shell expands nothing in them. */
export const helmSnippet = (
  { name, version }: Pick<IntegrationChart, 'name' | 'version'>,
  { namespace }: Pick<ChartInstall, 'namespace'>,
  values: Values,
): string => {
  const hasValues = Object.keys(values).length > 0
  const text = yaml(values)
  const end = pickDelimiter(text)
  const install = [
    `helm upgrade --install ${name} ${chartRepository.name}/${name}`,
    `--namespace ${namespace} --create-namespace`,
    ...(version === null ? [] : [`--version ${version}`]),
    ...(hasValues ? [`--values - <<'${end}'`] : []),
  ].join(' \\\n  ')
  return [
    `helm repo add ${chartRepository.name} ${chartRepository.url}`,
    'helm repo update',
    install,
    ...(hasValues ? [`${text}${end}`] : []),
    '',
  ].join('\n')
}
