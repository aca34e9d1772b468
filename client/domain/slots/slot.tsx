import { createContext, useContext, type ComponentType } from 'react'
import type { LinkedResource } from '#machines/incidents/link-types.ts'
import type { RunTarget } from '#machines/playbooks/run-dialog-machine.ts'

/** Parts of one feature that pages of another show. `client/app/slots.tsx` fills them. */
interface SlotProps {
  readonly resourceActions: {
    readonly resource: RunTarget
    /** The resource as evidence of an incident, if that says more. */
    readonly linked?: LinkedResource
  }
  readonly linkToIncident: { readonly resource: LinkedResource }
  readonly linkedIncidents: { readonly resource: { readonly kind: 'config' | 'component'; readonly id: string } }
  readonly changesBeforeFailure: {
    readonly kind: 'check' | 'component'
    readonly id: string
    /** Null if the resource has no such time: its items have. */
    readonly turnedAt: string | null
  }
  readonly changesBeforeIncident: {
    readonly itemIds: readonly string[]
    readonly at: string
    readonly attach: (change: {
      readonly id: string
      readonly name: string
      readonly reason: string
    }) => React.ReactNode
  }
}

export type Slots = { readonly [Name in keyof SlotProps]: ComponentType<SlotProps[Name]> }

export const SlotsContext = createContext<Partial<Slots>>({})

export function Slot<Name extends keyof SlotProps>({ name, ...props }: { readonly name: Name } & SlotProps[Name]) {
  const Part = useContext(SlotsContext)[name] as ComponentType<typeof props> | undefined
  return Part === undefined ? null : <Part {...props} />
}
