import type { EnvVars } from '#relay/backend/checks/types/fields.ts'
import { evaluate } from '#relay/backend/templates/template.ts'
import type { ClientRun } from './client-run.ts'

export const readVariables = async (env: EnvVars | undefined, run: ClientRun): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      (env ?? []).map(async (source): Promise<[string, string]> => [source.name, await run.secret(source)]),
    ),
  )

export const filled = async (text: string, variables: Readonly<Record<string, string>>): Promise<string> =>
  text === '' ? '' : String(await evaluate({ template: text }, variables))
