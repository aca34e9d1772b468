import { useAllowed } from '#client/api/session/use-allowed.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'

export function EmptyConsole() {
  const { reason } = useAllowed('create', 'canaries')
  return (
    <Callout tone="info" title="This console has no checks yet." bar>
      Checks, components and incidents appear here as soon as someone with permission adds them. {reason}
    </Callout>
  )
}
