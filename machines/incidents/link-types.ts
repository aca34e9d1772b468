import type { LogLine } from '#shared/logs/log-routes.ts'

interface LinkedSpan {
  readonly from: string
  readonly to: string
}

export type LinkedResource = {
  readonly id: string
  readonly name: string
} & (
  | { readonly kind: 'component' | 'change' | 'insight' | 'run' }
  | { readonly kind: 'config'; readonly type?: string; readonly lines?: Readonly<Record<string, string>> }
  | { readonly kind: 'check'; readonly span?: LinkedSpan }
  | { readonly kind: 'log'; readonly lines: readonly LogLine[] }
)

export interface FoundIncident {
  readonly id: string
  readonly number: string
  readonly title: string
  readonly status: string
}

export interface FoundHypothesis {
  readonly id: string
  readonly title: string
  readonly type: string
  readonly status: string
}

export type ChosenIncident =
  | { readonly kind: 'existing'; readonly incident: FoundIncident }
  | { readonly kind: 'new'; readonly title: string }

export type ChosenHypothesis =
  | { readonly kind: 'existing'; readonly id: string }
  | { readonly kind: 'new'; readonly title: string }

export interface IncidentToOpen {
  readonly title: string
  readonly severity: string
  readonly type: string
  readonly description: string
}
export interface HypothesisToAdd {
  readonly incidentId: string
  readonly title: string
}
export interface EvidenceToAttach {
  readonly resource: LinkedResource
  readonly hypothesisId: string
  readonly description: string
}

interface Typed {
  readonly severity: string
  readonly type: string
  readonly description: string
}

export interface LinkContext extends Typed {
  readonly resource: LinkedResource
  readonly query: string
  readonly found: readonly FoundIncident[]
  readonly incident: ChosenIncident | null
  readonly hypotheses: readonly FoundHypothesis[]
  readonly hypothesis: ChosenHypothesis | null
  readonly isSubmitted: boolean
  readonly isHurried: boolean
  readonly error: unknown
}

export type LinkEvent =
  | { readonly type: 'query.type'; readonly query: string }
  | { readonly type: 'query.enter' }
  | { readonly type: 'incident.choose'; readonly incident: ChosenIncident }
  | { readonly type: 'incident.clear' }
  | { readonly type: 'hypothesis.choose'; readonly hypothesis: ChosenHypothesis }
  | { readonly type: 'field.type'; readonly name: keyof Typed; readonly value: string }
  | { readonly type: 'lookup.retry' }
  | { readonly type: 'link.submit' }
