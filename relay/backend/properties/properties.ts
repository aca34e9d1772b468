import { readFile } from 'node:fs/promises'
import { scalarText } from '#shared/primitives/document-scalars.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { demandYamlDepth } from '#relay/backend/parsing/yaml-depth.ts'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import type { FastifyBaseLogger } from 'fastify'
import type { Queryable } from '#relay/database/database.ts'
import { isSecretName } from '#relay/config/passwords-in.ts'
import { changeSecrets } from '#relay/backend/secrets/change-secrets.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import { propertiesFile } from '#relay/backend/resources/resource-folder.ts'

export interface Property {
  readonly name: string
  readonly value: string
  readonly source: 'local' | 'db'
  readonly type: ''
  readonly description: ''
}

const fileSchema = z.record(z.string(), scalarText)

/** A local property (`properties.yaml` or a document of RESOURCES_DIR) overrides a row with the same name. */
export class Properties {
  readonly #database: Queryable
  readonly #file: string
  readonly #log: FastifyBaseLogger
  #local: ReadonlyMap<string, string> = new Map()
  #documents: ReadonlyMap<string, string> = new Map()
  #error = ''

  constructor(database: Queryable, resourcesDir: string, log: FastifyBaseLogger) {
    this.#database = database
    this.#file = join(resourcesDir, propertiesFile)
    this.#log = log
  }

  /** Returns false when nothing changed. */
  setDocuments(documents: ReadonlyMap<string, string>): boolean {
    const isSame =
      documents.size === this.#documents.size &&
      [...documents].every(([name, value]) => this.#documents.get(name) === value)
    this.#documents = documents
    return !isSame
  }

  async list(): Promise<Property[]> {
    await this.#readFile()
    const local = new Map([...this.#documents, ...this.#local])
    const { rows } = await this.#database.query<{ name: string; value: string }>(
      'select name, value from properties where deleted_at is null order by name',
    )
    const property = (name: string, value: string, source: Property['source']): Property => ({
      name,
      value: changeSecrets(value, () => maskedSecret, { isSecret: isSecretName(name) }),
      source,
      type: '',
      description: '',
    })
    return [
      ...[...local].map(([name, value]) => property(name, value, 'local')),
      ...rows.filter(({ name }) => !local.has(name)).map(({ name, value }) => property(name, value, 'db')),
    ]
  }

  async number(name: string, byDefault: number, least = 0): Promise<number> {
    const text = (await this.list()).find((property) => property.name === name)?.value
    if (text === undefined) return byDefault
    const value = Number(text)
    if (text.trim() !== '' && Number.isFinite(value) && value >= least) return value
    this.#log.warn({ property: name, minimum: least, default: byDefault }, 'invalid property, using the default')
    return byDefault
  }

  async isOn(name: string): Promise<boolean> {
    return (await this.list()).some((property) => property.name === name && property.value === 'true')
  }

  async #readFile(): Promise<void> {
    let fileError = ''
    try {
      const document = parseDocument(demandYamlDepth(await readFile(this.#file, 'utf8')), {
        prettyErrors: true,
        merge: true,
      })
      const [error] = document.errors
      if (error !== undefined) throw error
      this.#local = new Map(Object.entries(fileSchema.parse(document.toJS() ?? {})))
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') this.#local = new Map()
      else if (error instanceof z.ZodError) fileError = 'must be a map of names to strings, numbers or booleans'
      else fileError = toErrorMessage(error)
    }
    if (fileError !== '' && fileError !== this.#error) {
      this.#log.warn(
        { file: propertiesFile, reason: fileError },
        'invalid properties file, using the last valid version',
      )
    }
    this.#error = fileError
  }
}
