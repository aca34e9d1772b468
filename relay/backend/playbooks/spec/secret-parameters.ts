import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'
import { readKeyFile } from '#relay/backend/secrets/key-file.ts'
import { createKeyRing } from '#relay/backend/secrets/key-ring.ts'
import { hasSealed, maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import { unreadableSecret, type SealedLocation, type Vault } from '#relay/backend/secrets/vault.ts'

export type ParameterValues = Readonly<Record<string, string>>
type Parameters = readonly PlaybookParameter[] | undefined

/** Security: a sealed value can be opened only for its run and parameter name. */
export interface SealedParameters {
  seal(runId: string, parameters: Parameters, values: ParameterValues): Record<string, string>
  open(
    runId: string,
    parameters: Parameters,
    stored: ParameterValues,
  ): { readonly values: ParameterValues; readonly secrets: readonly string[] }
}

/** Rows from before the installation key: sealed with the playbook key. */
const olderPrefix = 'sealed:'

const isSecret = (parameters: Parameters, name: string) =>
  parameters?.some((parameter) => parameter.name === name && parameter.type === 'secret') === true

export const isSealed = (value: string): boolean => value.startsWith(olderPrefix) || value === maskedSecret

const toSealLocation = (runId: string, name: string): SealedLocation => ({
  relation: 'playbook_runs',
  column: `parameters.${name}`,
  row: runId,
})

export const createSealedParameters = async (vault: Vault, dataDir: string): Promise<SealedParameters> => {
  const olderKey = join(dataDir, 'playbooks.key')
  const older = existsSync(olderKey) ? createKeyRing(await readKeyFile(olderKey)) : undefined
  const open = (value: string, runId: string, name: string): string => {
    if (hasSealed(value)) return vault.open(value, toSealLocation(runId, name))
    if (older === undefined) throw new Error(unreadableSecret)
    return older.open(Buffer.from(value.slice(olderPrefix.length), 'base64'), `playbook run ${runId} parameter ${name}`)
  }
  return {
    seal: (runId, parameters, values) =>
      mapValues(values, (value, name) =>
        isSecret(parameters, name) && value !== '' ? vault.seal(value, toSealLocation(runId, name)) : value,
      ),
    open: (runId, parameters, stored) => {
      const secrets: string[] = []
      const values = mapValues(stored, (value, name) => {
        if (!isSecret(parameters, name) || !isSealed(value)) return value
        const secret = open(value, runId, name)
        secrets.push(secret)
        return secret
      })
      return { values, secrets }
    },
  }
}

const mapValues = (values: ParameterValues, change: (value: string, name: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]))
