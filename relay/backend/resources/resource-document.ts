import { z } from 'zod'
import { scalarText } from '#shared/primitives/document-scalars.ts'
import { isBlankName, storableName } from '#relay/backend/rows/storable-text.ts'
import { storableText } from '#relay/database/storable-text.ts'

export interface Position {
  readonly line: number
  readonly column: number
}

export type DocumentPath = readonly (string | number)[]

const name = scalarText.transform(storableName)
const map = z
  .record(z.string(), scalarText.nullable())
  .nullish()
  .transform((value) =>
    Object.fromEntries(
      Object.entries(value ?? {}).map(([key, entry]) => [storableText(key), storableText(entry ?? '')]),
    ),
  )

export const resourceSchema = z.looseObject({
  apiVersion: z.string().optional(),
  kind: z.string().min(1),
  metadata: z.looseObject({
    name: name.pipe(
      z
        .string()
        .max(253)
        .refine((text) => !isBlankName(text), 'must not be empty'),
    ),
    namespace: name
      .pipe(z.string().max(253))
      .nullish()
      .transform((namespace) => namespace ?? ''),
    labels: map,
    annotations: map,
  }),
  spec: z.unknown().optional(),
})

export interface ResourceDocument {
  readonly file: string
  readonly index: number
  readonly position: Position
  readonly kind: string
  readonly name: string
  readonly namespace: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  readonly spec: unknown
  findPosition(path: DocumentPath): Position
}

export interface ResourceError {
  readonly file: string
  readonly index: number | null
  readonly line: number
  readonly column: number
  readonly reason: string
  readonly kind: string
  readonly name: string
  readonly namespace: string
}

export interface DocumentError {
  readonly path: DocumentPath
  readonly reason: string
}

export const locate = (file: string, { line, column }: Position, reason: string): string =>
  `${file}:${line}:${column}: ${reason}`
