import type { Schema, Type } from '#relay/backend/data-api/schema/schema.ts'

/**
 * A statement while it is written. Text of a request reaches it by `bind` alone, as a parameter; everything else that is
 * written into it comes from the schema or is a literal of this folder.
 */
export class Statement {
  readonly schema: Schema
  readonly values: string[] = []
  #aliases = 0

  constructor(schema: Schema) {
    this.schema = schema
  }

  /** Binds a value as text and casts it to the type; the SQL of both. */
  bind(value: string, type: Type | undefined): string {
    this.values.push(value)
    const parameter = `($${this.values.length}::text)`
    return type === undefined || type.sql === 'pg_catalog.text' ? parameter : `(${parameter}::${type.sql})`
  }

  /** Binds a list of values as one array of the type. */
  bindList(values: readonly string[], { arraySql, sql }: Type): string {
    const literal = values.map((value) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')
    this.values.push(`{${literal}}`)
    return `(($${this.values.length}::text)::${arraySql ?? `${sql}[]`})`
  }

  alias(kind: 't' | 'e' | 'j'): string {
    this.#aliases += 1
    return `${kind}${this.#aliases}`
  }

  type(name: string): Type | undefined {
    return this.schema.types.get(name)
  }
}
