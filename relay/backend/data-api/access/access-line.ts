import type { AccessObject } from '#shared/access/objects.ts'
import type { Resource } from '#shared/access/resources.ts'

type WriteMethod = 'POST' | 'PATCH' | 'DELETE'
export const everyWrite: readonly WriteMethod[] = ['POST', 'PATCH', 'DELETE']

export type Mask = 'text' | 'properties' | 'url'

export interface RelationAccess {
  readonly object: AccessObject
  readonly read: Resource
  readonly write: Resource
  readonly internal?: boolean
  readonly writes?: readonly WriteMethod[]
  readonly secrets?: Readonly<Record<string, Mask>>
  readonly documents?: readonly string[]
  /** Set to the requesting person on insert; never changes. */
  readonly authors?: readonly string[]
  readonly editors?: readonly string[]
  readonly engine?: readonly string[]
  readonly people?: readonly string[]
  readonly about?: About
}

/**
 * Column or argument → relation (or one of several relations) of the id in it. `name->>key` reads a key of a document.
 */
export type About = Readonly<Record<string, string | readonly string[]>>

export interface FunctionAccess extends Pick<RelationAccess, 'object' | 'read' | 'write' | 'internal' | 'about'> {
  readonly arguments?: About
  readonly lists?: Readonly<Record<string, string>>
}

export interface AccessMatrix {
  readonly relation: (name: string) => RelationAccess | undefined
  readonly function: (name: string) => FunctionAccess | undefined
}
