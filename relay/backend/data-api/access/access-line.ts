import type { AccessObject } from '#shared/access/objects.ts'
import type { Resource } from '#shared/access/resources.ts'

export type WriteMethod = 'POST' | 'PATCH' | 'DELETE'
export const everyWrite: readonly WriteMethod[] = ['POST', 'PATCH', 'DELETE']

/** How a secret column is shown: as the database masks it, or by what it is of (`url`: scheme and host alone). */
export type Mask = 'text' | 'properties' | 'url'

/**
 * What people may do with a relation: one line of the matrix. Everything is a column name of the relation unless said
 * otherwise.
 */
export interface RelationAccess {
  /** The object that grants name, and what refusals name. */
  readonly object: AccessObject
  /** The resources of the roles' matrix that reading and writing need. */
  readonly read: Resource
  readonly write: Resource
  /** Nobody asks for it, nor for anything by way of it. */
  readonly internal?: boolean
  /** What people do with its rows; the engines alone do the rest. */
  readonly writes?: readonly WriteMethod[]
  /** Shown masked; never filtered, ordered, aggregated, cast or entered. */
  readonly secrets?: Readonly<Record<string, Mask>>
  /** Documents, in which people may have written secrets. */
  readonly documents?: readonly string[]
  /** Who made a row: whoever asks, from then on and always. */
  readonly authors?: readonly string[]
  /** Who changed it last: whoever asks. */
  readonly editors?: readonly string[]
  /** Columns that only the engines write. */
  readonly engine?: readonly string[]
  /** Where only a few columns are people's: these. */
  readonly people?: readonly string[]
  /** The things that a row is about, by the relation they are rows of; `name->>key` enters a document. */
  readonly about?: About
}

/** Columns (or arguments) with the relations that hold what they name by id. Of several one has it. */
export type About = Readonly<Record<string, string | readonly string[]>>

export interface FunctionAccess extends Pick<RelationAccess, 'object' | 'read' | 'write' | 'internal' | 'about'> {
  /** The same for its arguments: about what is hidden nothing is said. */
  readonly arguments?: About
  /** Columns that are lists of ids; hidden ones are left out. */
  readonly lists?: Readonly<Record<string, string>>
}

/** What the data API asks for every relation and every function that a request touches. */
export interface AccessMatrix {
  readonly relation: (name: string) => RelationAccess | undefined
  readonly function: (name: string) => FunctionAccess | undefined
}
