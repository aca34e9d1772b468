import type { EnvVars } from '#relay/backend/clients/run/fields.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { isSecretName } from '#relay/config/passwords-in.ts'
import { evaluateAll } from '#relay/backend/templates/template.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'

/** A variable of the check wins over what the run is about. */
export const requestVariables = (
  about: Readonly<Record<string, unknown>>,
  variables: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> => ({ ...about, env: variables, ...variables })

/** Only values from elsewhere, and values whose name marks them, are secret: a plain value stays readable. */
const readVariable = async (source: EnvVars[number], run: Pick<ClientRun, 'secret' | 'plain'>): Promise<string> =>
  source.valueFrom !== undefined || isSecretName(source.name) ? run.secret(source) : run.plain(source)

export const readVariables = async (
  env: EnvVars | undefined,
  run: Pick<ClientRun, 'secret' | 'plain'>,
): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      (env ?? []).map(async (source): Promise<[string, string]> => [source.name, await readVariable(source, run)]),
    ),
  )

/** `$(NAME)` of a variable becomes its value, once; other text stays. */
export const expandVariables = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\(([A-Za-z_]\w*)\)/g, (whole: string, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? '') : whole,
  )

/** For the fields of a login: `$(NAME)` in a value that is written becomes the value of the variable. */
export const expandLogin = <Run extends Pick<ClientRun, 'secret' | 'plain'>>(
  run: Run,
  variables: Readonly<Record<string, string>>,
): Run => {
  const expand = (source: unknown): unknown =>
    isMap(source) && typeof source['value'] === 'string'
      ? { ...source, value: expandVariables(source['value'], variables) }
      : source
  return { ...run, plain: (source) => run.plain(expand(source)), secret: (source) => run.secret(expand(source)) }
}

/** For the request of a token. Its id and secret are fields of a login. */
export const expandOauth = <
  OAuth extends { readonly tokenURL: string; readonly params?: Record<string, string> | undefined },
>(
  oauth: OAuth | undefined,
  variables: Readonly<Record<string, string>>,
): OAuth | undefined =>
  oauth && {
    ...oauth,
    tokenURL: expandVariables(oauth.tokenURL, variables),
    params:
      oauth.params &&
      Object.fromEntries(Object.entries(oauth.params).map(([key, text]) => [key, expandVariables(text, variables)])),
  }

const hasMoreThanVariables = (text: string): boolean =>
  text.includes('{{') || /\$\(\s*(?:\.[A-Za-z_]|[A-Za-z_]\w*\.)/.test(text)

/** A Go template over the variables and what the run is about: `{{.canary.name}}`, `$(TOKEN)`, `{{.TOKEN}}`. */
export const filled = async (
  text: string,
  variables: Readonly<Record<string, string>>,
  about: ClientRun['about'] = {},
): Promise<string> => {
  if (!hasMoreThanVariables(text)) return expandVariables(text, variables)
  const template = { language: 'template', source: text, variables: Object.keys(variables).toSorted() } as const
  const [outcome] = await evaluateAll([template], requestVariables(about, variables))
  if (outcome?.ok !== true) throw outcome?.error ?? new Error('no result')
  return String(outcome.value)
}
