import type { RunTarget } from '#machines/playbooks/run-dialog-machine.ts'
import { IncidentsAction, LinkAction } from './incident-actions.tsx'
import { playbookActions } from './playbook-actions.tsx'
import { SilenceMenu } from '#client/domain/notifications/silence-menu.tsx'

export const resourceActions = (resource: RunTarget) => (
  <>
    <IncidentsAction resource={resource} />
    {playbookActions(resource)}
    <LinkAction resource={resource} />
    <SilenceMenu target={resource} />
  </>
)
