import { localAgent } from '#shared/agents/local-agent.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'

export type ResourceOrigin =
  | { readonly kind: 'console' }
  | { readonly kind: 'elsewhere'; readonly label: string; readonly href: string | null }

interface Sourced {
  readonly source?: string | null | undefined
  readonly agent_id?: string | null | undefined
  readonly agent?: { readonly id: string; readonly name: string } | null | undefined
}

const idIn = (source: string) => source.slice(source.indexOf('/') + 1)

/** An empty source counts as the console. */
export const toOrigin = ({ source: rawSource, agent_id: agentId, agent }: Sourced): ResourceOrigin => {
  const source = rawSource ?? ''
  const id = agent?.id ?? agentId ?? localAgent
  if (id !== localAgent) {
    return {
      kind: 'elsewhere',
      label: `the agent ${agent?.name ?? id}`,
      href: `${routes.agents}?id=${encodeURIComponent(id)}`,
    }
  }
  if (source === '' || source === 'UI') return { kind: 'console' }
  if (source.startsWith('ConfigFile')) {
    const file = source.includes('/') ? idIn(source) : ''
    return {
      kind: 'elsewhere',
      label: file === '' ? 'a local file in RESOURCES_DIR' : `the local file ${file} in RESOURCES_DIR`,
      href: null,
    }
  }
  if (source.startsWith('component'))
    return { kind: 'elsewhere', label: 'a component', href: linkTo(routes.topologyItem, { id: idIn(source) }) }
  if (source.startsWith('kubernetes') && source.includes('/'))
    return { kind: 'elsewhere', label: 'a catalog item', href: linkTo(routes.configItem, { id: idIn(source) }) }
  return { kind: 'elsewhere', label: sourceLabels[source] ?? source, href: null }
}

const sourceLabels: Readonly<Record<string, string>> = {
  KubernetesCRD: 'a Kubernetes resource',
  CRDSync: 'a Kubernetes resource',
  Push: 'an agent',
  Topology: 'a topology',
}

export const shortSourceLabel = ({ source, ...row }: Sourced): string => {
  const origin = toOrigin({ source, ...row })
  if (origin.kind === 'console') return 'UI'
  return (source ?? '').split('/')[0] || 'agent'
}
