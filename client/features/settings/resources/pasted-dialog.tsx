import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { isTableWith } from '#shared/resources/resource-kinds.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { ApiError } from '#client/api/api-error.ts'
import { useAllows } from '#client/api/session/use-allows.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { resourceHref } from '#client/domain/resources/resource-href.ts'
import { Button } from '#client/ui/button.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { editedKinds, type EditedKind, type EditedTable } from './edited-kinds.ts'
import type { PastedDocument } from './pasted-documents.ts'
import { resourcesKey, saveResource } from './resources-api.ts'

interface PastedDialogProps {
  readonly kind: EditedKind
  readonly documents: readonly PastedDocument[]
  /** Puts one of this kind into the form. */
  readonly onUse: (document: PastedDocument) => void
  readonly onInsert: () => void
  readonly onClose: () => void
}

type Outcome =
  | { readonly state: 'creating' }
  | { readonly state: 'created'; readonly href: string }
  | { readonly state: 'failed'; readonly reason: string }

const createOne = async (table: EditedTable, document: PastedDocument, personId: string): Promise<string> => {
  const { name, namespace, labels, spec } = document
  const draft = { name, namespace: namespace || 'default', labels, icon: '', spec }
  const result = await saveResource(editedKinds[table], { draft, base: null }, personId)
  if (result.kind !== 'saved') throw new Error('It was not created.')
  return resourceHref(table, result.resource.id)
}

const describeFailure = (error: unknown, noun: string): string => {
  if (error instanceof ApiError && error.status === 409) return `A ${noun} of this name already exists.`
  return toErrorMessage(error)
}

const useCreate = (documents: readonly PastedDocument[]) => {
  const client = useQueryClient()
  const allows = useAllows()
  const personId = useSession()?.user.id ?? ''
  const [outcomes, setOutcomes] = useState<ReadonlyMap<PastedDocument, Outcome>>(new Map())
  const setOutcome = (document: PastedDocument, outcome: Outcome) =>
    setOutcomes((before) => new Map([...before, [document, outcome]]))
  const findReason = ({ table, kind, name }: PastedDocument): string | null => {
    if (table === null || !isTableWith(table, 'hasEditor'))
      return `${kind} documents are imported under Settings, Backup.`
    if (!allows(editedKinds[table].resource, 'create'))
      return `You do not have permission to create a ${editedKinds[table].noun}.`
    return name === '' ? 'The document has no metadata.name.' : null
  }
  const create = useMutation({
    mutationFn: async () => {
      for (const document of documents) {
        const { table } = document
        if (table === null || !isTableWith(table, 'hasEditor') || findReason(document) !== null) continue
        if (outcomes.get(document)?.state === 'created') continue
        setOutcome(document, { state: 'creating' })
        try {
          setOutcome(document, { state: 'created', href: await createOne(table, document, personId) })
        } catch (error) {
          setOutcome(document, { state: 'failed', reason: describeFailure(error, editedKinds[table].noun) })
        }
        void client.invalidateQueries({ queryKey: resourcesKey(table) })
      }
    },
  })
  const isOpen = (document: PastedDocument) =>
    findReason(document) === null && outcomes.get(document)?.state !== 'created'
  return { outcomes, findReason, create, remaining: documents.filter(isOpen).length }
}

function Result({ outcome, reason }: { readonly outcome: Outcome | undefined; readonly reason: string | null }) {
  if (reason !== null) return <span className="dim">{reason}</span>
  if (outcome === undefined) return <span className="dim">not created yet</span>
  if (outcome.state === 'creating') return <span>creating …</span>
  return outcome.state === 'created' ? (
    <Link className="link" href={outcome.href}>
      created
    </Link>
  ) : (
    <span className="resource-error">{outcome.reason}</span>
  )
}

const marks = { creating: 'running', created: 'healthy', failed: 'unhealthy' } as const

export function PastedDialog({ kind, documents, onUse, onInsert, onClose }: PastedDialogProps) {
  const { outcomes, findReason, create, remaining } = useCreate(documents)
  const [first, ...others] = documents
  const usable = first !== undefined && others.length === 0 && first.table === kind.table ? first : null
  return (
    <Modal
      title={documents.length === 1 ? 'You pasted a document' : `You pasted ${documents.length} documents`}
      size="large"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onInsert}>Paste as text</Button>
          {usable === null ? null : (
            <Button look="primary" onClick={() => onUse(usable)}>
              Use it here
            </Button>
          )}
          {usable === null ? (
            <Button
              look="primary"
              busy={create.isPending}
              disabledReason={remaining === 0 ? 'Nothing left to create' : undefined}
              onClick={() => create.mutate()}
            >
              {remaining === 1 ? 'Create 1 document' : `Create ${remaining} documents`}
            </Button>
          ) : null}
        </>
      }
    >
      <p className="dim">
        {usable === null
          ? 'Each document becomes a resource of its own. An error of one does not stop the others.'
          : `Its name, namespace, labels and spec replace those of this ${kind.noun}. Nothing is saved yet.`}
      </p>
      <ul className="pasted-documents" aria-label="Pasted documents">
        {documents.map((document, at) => {
          const outcome = outcomes.get(document)
          const title = [document.namespace, document.name].filter((part) => part !== '').join('/')
          return (
            // oxlint-disable-next-line no-array-index-key -- documents have no identity but their place in the text
            <li key={at}>
              <StateMark state={outcome === undefined ? 'unknown' : marks[outcome.state]} label="" />
              <span className="dim">{document.kind}</span> <b className="cut">{title || 'without a name'}</b>
              <Result outcome={outcome} reason={usable === null ? findReason(document) : null} />
            </li>
          )
        })}
      </ul>
    </Modal>
  )
}
