import { z } from 'zod'
import { isMap } from '#shared/primitives/is-map.ts'
import { envVar, envVars, type EnvVar, type EnvVars } from '#relay/backend/clients/run/fields.ts'
import type { CheckKind } from './check-kind.ts'

const toVariable = ([name, source]: readonly [string, EnvVar]) => ({ ...source, name })

/** A map of names as published, or a list as in a check. */
export const canaryEnv = z
  .union(
    [
      envVars,
      z.record(z.string().min(1), envVar).transform((variables): EnvVars => Object.entries(variables).map(toVariable)),
    ],
    { error: 'must be a map of names to values, {value} or {valueFrom}' },
  )
  .nullish()

/** Adds the variables of the canary to a check of a kind that has `env`; its own variables take precedence. */
export const withCanaryEnv = (raw: unknown, variables: EnvVars, { spec }: Pick<CheckKind, 'spec'>): unknown => {
  if (variables.length === 0 || !isMap(raw) || !(spec instanceof z.ZodObject) || !('env' in spec.shape)) return raw
  const own = raw['env'] ?? []
  if (!Array.isArray(own)) return raw
  const names = new Set(own.map((each: unknown) => (isMap(each) ? each['name'] : undefined)))
  return { ...raw, env: [...variables.filter(({ name }) => !names.has(name)), ...own] }
}
