import type { LogLine } from '#shared/logs/log-routes.ts'

/** A span of time, ISO 8601. */
interface LinkedSpan {
  readonly from: string
  readonly to: string
}

/** What becomes evidence; an item with lines of its document by their numbers, lines of a log with the component that they are of, a check with the part of its graph that shows it. */
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
  /** As people call it, such as INC-412. */
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

/** An incident that is there, or one to open under a title. */
export type ChosenIncident =
  | { readonly kind: 'existing'; readonly incident: FoundIncident }
  | { readonly kind: 'new'; readonly title: string }

/** A hypothesis that is there, or one to add under a title. */
export type ChosenHypothesis =
  | { readonly kind: 'existing'; readonly id: string }
  | { readonly kind: 'new'; readonly title: string }

/** What is sent to open an incident (ledger INC-31). */
export interface IncidentToOpen {
  readonly title: string
  readonly severity: string
  readonly type: string
  readonly description: string
}
/** What is sent to add a hypothesis (ledger INC-32). */
export interface HypothesisToAdd {
  readonly incidentId: string
  readonly title: string
}
/** What is sent to attach evidence (ledger INC-33). */
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
  /** Somebody tried to link: what is missing is said from then on. */
  readonly isSubmitted: boolean
  /** Somebody wants the first incident that is found, and to link at once where one hypothesis alone is there. */
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
