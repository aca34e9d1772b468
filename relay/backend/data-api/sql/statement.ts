import type { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { Schema, Type } from '#relay/backend/data-api/schema/schema.ts'
import { compileRowCondition } from '#relay/backend/data-api/sql/compile-row-condition.ts'
import { whereSql } from '#relay/backend/data-api/sql/clauses.ts'
import { quoteIdentifier } from '#relay/database/quote-identifier.ts'

export interface FinishedStatement {
  readonly sql: string
  readonly values: readonly string[]
  /** Errors of the identifiers `?1`, `?2`, … */
  readonly unknown: readonly DataApiError[]
}

/** Encloses the number of a parameter. SQL never contains it, so no view definition or column name looks like one. */
const mark = '\0'

/**
 * Security: request text enters the SQL only as a bound parameter. Everything else comes from the schema or is a
 * literal of this folder.
 */
export class Statement {
  readonly schema: Schema
  readonly values: string[] = []
  readonly #unknown: DataApiError[] = []
  #aliases = 0
  readonly #shadows = new Map<string, string>()

  constructor(schema: Schema) {
    this.schema = schema
  }

  bind(value: string, type: Type | undefined): string {
    const parameter = `(${this.bindInferred(value)}::text)`
    return type === undefined || type.sql === 'pg_catalog.text' ? parameter : `(${parameter}::${type.sql})`
  }

  /**
   * PostgreSQL infers the type from the context and converts the values in their order, before it plans. Of several
   * invalid values it then reports the one that it reports to PostgREST.
   */
  bindInferred(value: string): string {
    return `${mark}${this.values.push(value)}${mark}`
  }

  bindInferredList(values: readonly string[]): string {
    return this.bindInferred(`{${values.map((value) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`)
  }

  bindIds(ids: readonly string[]): string {
    return `((${this.bindInferred(`{${ids.join(',')}}`)}::text)::pg_catalog._uuid)`
  }

  /** Unfiltered: includes rows hidden from the viewer. */
  fullRelation(relation: string): string {
    return `${quoteIdentifier(this.schema.name)}.${quoteIdentifier(relation)}`
  }

  visibleRelation(name: string): string {
    const shadow = this.schema.shadows.get(name)
    if (shadow === undefined) return this.fullRelation(name)
    const bare = quoteIdentifier(name)
    if (this.#shadows.has(name)) return bare
    const { relation, conditions, needs } = shadow
    for (const need of needs) this.visibleRelation(need)
    const rows = relation.view === undefined ? relation.sql : `(${relation.view.definition})`
    const where = conditions.map((condition) => compileRowCondition(this, 'r', condition))
    this.#shadows.set(name, `${bare} as not materialized (select r.* from ${rows} as r${whereSql(where)})`)
    return bare
  }

  /**
   * An identifier that no database has: the database reports it in the order in which it finds errors, and
   * `runStatement` replaces its error by this one.
   */
  unknownName(error: DataApiError): string {
    this.#unknown.push(error)
    return `"?${this.#unknown.length}"`
  }

  /** Drops unused values: PostgreSQL cannot infer the type of a parameter that is not referenced. */
  finish(sql: string): FinishedStatement {
    const shadows = [...this.#shadows.values()].join(', ')
    const whole =
      shadows === '' ? sql : sql.startsWith('with ') ? `with ${shadows}, ${sql.slice(5)}` : `with ${shadows} ${sql}`
    const values: string[] = []
    const positions = new Map<string, number>()
    const finished = whole.split(mark).map((part, index) => {
      if (index % 2 === 0) return part
      const position = positions.get(part) ?? values.push(this.values[Number(part) - 1] ?? '')
      positions.set(part, position)
      return `$${position}`
    })
    return { sql: finished.join(''), values, unknown: this.#unknown }
  }

  alias(kind: 't' | 'e' | 'j'): string {
    this.#aliases += 1
    return `${kind}${this.#aliases}`
  }

  type(name: string): Type | undefined {
    return this.schema.types.get(name)
  }
}
