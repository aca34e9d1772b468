import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '#client/api/session/whoami.ts'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { addSamples, removeSamples, samplesKey, samplesQuery } from './sample-documents.ts'

export function SamplesStep() {
  const personId = useSession()?.user.id ?? ''
  const client = useQueryClient()
  const { data: hasSamples } = useQuery(samplesQuery)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => (hasSamples === true ? removeSamples() : addSamples(personId)),
    onSettled: () => client.invalidateQueries({ queryKey: samplesKey }),
  })
  return (
    <div className="first-steps-samples">
      <p>
        {hasSamples === true
          ? 'Sample documents are in this console: three checks and a topology, labelled quarterdeck.sample.'
          : 'Or look around with sample documents: three checks, one of them failing on purpose, and a topology. They reach only this console.'}
      </p>
      <Button busy={isPending} disabled={hasSamples === undefined} onClick={() => mutate()}>
        {hasSamples === true ? 'Remove sample documents' : 'Add sample documents'}
      </Button>
      {error === null ? null : <ErrorPanel error={error} />}
    </div>
  )
}
