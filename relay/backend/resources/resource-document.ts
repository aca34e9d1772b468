import { z } from 'zod'

/** A place in a file, both counted from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Keys and indexes that lead from the top of a document to a value in it. */
export type DocumentPath = readonly (string | number)[]

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const map = z
  .record(z.string(), text.nullable())
  .nullish()
  .transform((value) => Object.fromEntries(Object.entries(value ?? {}).map(([key, entry]) => [key, entry ?? ''])))

/** What every document has in common: labels and annotations may be written as numbers or booleans. */
export const resourceSchema = z.looseObject({
  apiVersion: z.string().optional(),
  kind: z.string().min(1),
  metadata: z.looseObject({
    name: text.pipe(z.string().min(1).max(253)),
    namespace: text.nullish().transform((namespace) => namespace ?? ''),
    labels: map,
    annotations: map,
  }),
  spec: z.unknown().optional(),
})

/** One document of a file in RESOURCES_DIR, read and well-formed; what its `spec` means is for its kind to say. */
export interface ResourceDocument {
  /** Relative to RESOURCES_DIR, with forward slashes. */
  readonly file: string
  /** Which of the file's documents it is, from 0. */
  readonly index: number
  readonly position: Position
  readonly kind: string
  readonly name: string
  /** Empty when the document names none. */
  readonly namespace: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  readonly spec: unknown
  /** Where a value stands, or the nearest one around it that is there. */
  findPosition(path: DocumentPath): Position
}

/** Why a document, or a whole file when `index` is null, is not in force. */
export interface ResourceError {
  readonly file: string
  readonly index: number | null
  readonly line: number
  readonly column: number
  /** A sentence. */
  readonly reason: string
  /** As far as they can be told. */
  readonly kind: string
  readonly name: string
  readonly namespace: string
}

/** What its kind has against a well-formed document: a sentence, and the place within the document. */
export interface DocumentError {
  readonly path: DocumentPath
  readonly reason: string
}

/** `web.yaml:12:3: …`, as editors and terminals link it. */
export const locate = (file: string, { line, column }: Position, reason: string): string =>
  `${file}:${line}:${column}: ${reason}`
