import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RunTarget } from '#machines/playbooks/run-dialog-machine.ts'
import { playbookQuery } from '#client/features/playbooks/playbook-api.ts'
import { changeQuery, useQueryParams } from '#client/lib/address/query-state.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { readRunLink } from './run-link.ts'
import { RunDialog } from './run-dialog.tsx'
import { loadTarget } from './load-target.ts'

/** Removes the parameters, so that a reload opens no dialog. */
const forgetLink = () =>
  changeQuery((params) => {
    for (const name of Array.from(params.keys()))
      if (name === 'run' || name.startsWith('params.') || /^(config|component|check)_id$/.test(name))
        params.delete(name)
  })

export function RunFromLink() {
  const params = useQueryParams()
  const link = useMemo(() => readRunLink(params), [params])
  return link === null ? null : <LinkedDialog link={link} />
}

function LinkedDialog({ link }: { readonly link: NonNullable<ReturnType<typeof readRunLink>> }) {
  const { playbookId, target, values } = link
  const { data: playbook, error } = useQuery(playbookQuery(playbookId))
  const named = useQuery({
    queryKey: ['playbooks', 'target', target?.kind, target?.id],
    queryFn: async (): Promise<RunTarget | null> => (target === null ? null : loadTarget(target.kind, target.id)),
  })
  const failure = error ?? named.error
  if (failure !== null || playbook === null || (target !== null && named.data === null))
    return (
      <Callout
        bar
        tone="bad"
        title="Could not open the run from this link."
        actions={<Button onClick={forgetLink}>Close</Button>}
      >
        {failure?.message ?? `No ${playbook === null ? 'playbook' : (target?.kind ?? 'target')} has this ID.`}
      </Callout>
    )
  if (playbook === undefined || named.data === undefined) return null
  return <RunDialog playbook={playbook} target={named.data} values={values} onClose={forgetLink} />
}
