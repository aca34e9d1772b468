import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { scalarText } from '#shared/primitives/document-scalars.ts'

const plainName = z
  .string()
  .regex(/^[\w-][\w.-]*$/, 'allowed characters are A-Z, a-z, 0-9, dots, dashes and underscores')
const keyRef = z.object({ name: plainName, key: plainName, optional: z.boolean().optional() })
const clusterSource = z.object({
  valueFrom: z.union([z.object({ helmRef: z.unknown() }), z.object({ serviceAccount: z.unknown() })]),
})
const sourceSchema = z.union([
  scalarText,
  z.object({ value: scalarText }),
  z.object({
    valueFrom: z.union([z.object({ secretKeyRef: keyRef }), z.object({ configMapKeyRef: keyRef })]),
  }),
])

/**
 * Keys are read from `.secrets/<name>/<key>` and `.config/<name>/<key>` below RESOURCES_DIR. Error messages never
 * contain the value.
 */
export const secretReader =
  (resourcesDir: string) =>
  async (source: unknown): Promise<string> => {
    if (source === undefined || source === null) return ''
    const parsed = sourceSchema.safeParse(source)
    if (clusterSource.safeParse(source).data !== undefined)
      throw new Error('helmRef and serviceAccount cannot be read here. Use a secretKeyRef or configMapKeyRef.')
    if (!parsed.success) {
      throw new Error(
        'A value must be text, {value}, or {valueFrom} with a secretKeyRef or configMapKeyRef of a name and a key.',
      )
    }
    if (typeof parsed.data === 'string') return parsed.data
    if ('value' in parsed.data) return parsed.data.value
    const { valueFrom } = parsed.data
    const [folder, { name, key, optional = false }] =
      'secretKeyRef' in valueFrom ? ['.secrets', valueFrom.secretKeyRef] : ['.config', valueFrom.configMapKeyRef]
    const file = `${folder}/${name}/${key}`
    const text = await readFile(join(resourcesDir, folder, name, key), 'utf8').catch((error: unknown) =>
      optional && error instanceof Error && 'code' in error && error.code === 'ENOENT' ? '' : null,
    )
    if (text === null) throw new Error(`Cannot read the file ${file} in RESOURCES_DIR.`)
    return text.replace(/\r?\n$/, '')
  }
