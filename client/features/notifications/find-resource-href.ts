import { linkTo, routes } from '#client/lib/address/routes.ts'

type Kind = 'check' | 'config' | 'component' | 'canary' | 'incident' | 'playbook'

export const findResourceHref = (kind: string | null, id: string): string | null => {
  const hrefs: Readonly<Record<Kind, string | null>> = {
    check: `${routes.health}?checkId=${encodeURIComponent(id)}`,
    config: linkTo(routes.configItem, { id }),
    component: linkTo(routes.topologyItem, { id }),
    canary: null,
    incident: linkTo(routes.incident, { id }),
    playbook: linkTo(routes.playbook, { id }),
  }
  return Object.hasOwn(hrefs, kind ?? '') ? hrefs[kind as Kind] : null
}
