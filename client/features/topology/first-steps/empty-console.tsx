import { useAllowed } from '#client/api/session/use-allowed.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'

export function EmptyConsole() {
  const { reason } = useAllowed('create', 'canaries')
  return (
    <Callout tone="info" title="This console checks only itself so far." bar>
      Checks of your services, their components and incidents appear here once they are added. {reason}
    </Callout>
  )
}
