import type { LinkedResource } from '#machines/incidents/link-types.ts'
import type { RunTarget } from '#machines/playbooks/run-dialog-machine.ts'
import { IncidentsAction, LinkAction } from './incident-actions.tsx'
import { playbookActions } from './playbook-actions.tsx'
import { SilenceMenu } from '#client/domain/notifications/silence-menu.tsx'

export const resourceActions = (resource: RunTarget, linked: LinkedResource = resource) => (
  <>
    <IncidentsAction resource={resource} />
    {playbookActions(resource)}
    <LinkAction resource={linked} />
    <SilenceMenu target={resource} />
  </>
)
