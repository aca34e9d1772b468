import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'
import type { KeyRing } from '#relay/backend/identity/safety/key-ring.ts'

const prefix = 'sealed:'
const purposeOf = (runId: string, name: string) => `playbook run ${runId} parameter ${name}`

export type ParameterValues = Readonly<Record<string, string>>

const isSecret = (parameters: readonly PlaybookParameter[] | undefined, name: string) =>
  parameters?.some((parameter) => parameter.name === name && parameter.type === 'secret') === true

/** A value that was read from a run's row: nobody's secret, and of no use in another run. */
export const isSealed = (value: string): boolean => value.startsWith(prefix)

/** The parameters of a run as its row keeps them: values of secret ones sealed for this run alone. */
export const sealParameters = (
  ring: KeyRing,
  runId: string,
  parameters: readonly PlaybookParameter[] | undefined,
  values: ParameterValues,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isSecret(parameters, name) && value !== ''
        ? prefix + ring.seal(value, purposeOf(runId, name)).toString('base64')
        : value,
    ]),
  )

/** The parameters of a run as its actions use them, and which of the values must not be shown. */
export const openParameters = (
  ring: KeyRing,
  runId: string,
  parameters: readonly PlaybookParameter[] | undefined,
  stored: ParameterValues,
): { readonly values: ParameterValues; readonly secrets: readonly string[] } => {
  const secrets: string[] = []
  const values = Object.fromEntries(
    Object.entries(stored).map(([name, value]) => {
      if (!isSecret(parameters, name) || !isSealed(value)) return [name, value]
      const secret = ring.open(Buffer.from(value.slice(prefix.length), 'base64'), purposeOf(runId, name))
      secrets.push(secret)
      return [name, secret]
    }),
  )
  return { values, secrets }
}
