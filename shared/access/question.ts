import type { AccessObject, ObjectKind } from './objects.ts'
import type { AccessAction, Resource } from './resources.ts'
import type { ObjectAttributes } from './match.ts'

export type About = Partial<Record<ObjectKind, ObjectAttributes>>

export interface Question {
  readonly action: AccessAction
  readonly resource: Resource
  readonly object?: AccessObject | undefined
  readonly about?: About | undefined
  readonly feature?: string | undefined
}
