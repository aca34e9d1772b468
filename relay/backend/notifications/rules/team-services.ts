import { z } from 'zod'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Queryable } from '#relay/database/database.ts'
import { servicesSchema, type ServicesByTeam } from './services.ts'

const rowSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  spec: z.looseObject({ notifications: servicesSchema }).catch({ notifications: [] }),
})

/** Teams that name services of their own in `spec.notifications`. */
export const readTeamServices = async (database: Queryable, secrets: StoredSecrets): Promise<ServicesByTeam> => {
  const { rows } = await database.query<Readonly<Record<string, unknown>> & { readonly id: string }>(
    `select id, name, spec from teams
      where deleted_at is null and jsonb_typeof(spec -> 'notifications') = 'array' and spec -> 'notifications' <> '[]'`,
  )
  return new Map(
    rows.flatMap((row) => {
      const { data } = rowSchema.safeParse(secrets.open('teams', row))
      return data === undefined ? [] : [[data.id, { id: data.id, name: data.name, services: data.spec.notifications }]]
    }),
  )
}
