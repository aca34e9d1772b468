import { DataApiError } from '#relay/backend/data-api/api-error.ts'
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
  bindList(values: readonly string[], { arraySql, name }: Type): string {
    if (arraySql === undefined) {
      throw new DataApiError(400, '42704', `could not find array type for data type ${name}`)
    }
    const literal = values.map((value) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')
    this.values.push(`{${literal}}`)
    return `(($${this.values.length}::text)::${arraySql})`
  }

  /**
   * The finished SQL with the values that it uses: what was written and then replaced leaves a value behind, and a parameter
   * that nothing uses has no type.
   */
  finish(sql: string): { sql: string; values: string[] } {
    const values: string[] = []
    const places = new Map<string, number>()
    const finished = sql.replaceAll(/\$(\d+)(?=::text\))/g, (_, number: string) => {
      const place = places.get(number) ?? values.push(this.values[Number(number) - 1] ?? '')
      places.set(number, place)
      return `$${place}`
    })
    return { sql: finished, values }
  }

  alias(kind: 't' | 'e' | 'j'): string {
    this.#aliases += 1
    return `${kind}${this.#aliases}`
  }

  type(name: string): Type | undefined {
    return this.schema.types.get(name)
  }
}
