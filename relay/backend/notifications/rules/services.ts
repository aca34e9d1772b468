import { z } from 'zod'
import { scalarText } from '#shared/primitives/document-scalars.ts'
import { idSchema } from '#shared/primitives/id.ts'

const text = z.string().nullish()
export const propertiesSchema = z
  .record(z.string(), z.unknown())
  .nullish()
  .catch(null)
  .transform((values): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(values ?? {}).flatMap(([key, value]) => {
        const { data } = scalarText.safeParse(value)
        return data === undefined ? [] : [[key, data]]
      }),
    ),
  )

const service = z.looseObject({
  name: text,
  url: text,
  connection: text,
  filter: text,
  on_call_team_id: idSchema.nullish().catch(null),
  properties: propertiesSchema,
})
export type Service = z.infer<typeof service>

/** An invalid service is null, so that the index of the others is unchanged. */
export const servicesSchema = z
  .array(z.unknown())
  .nullish()
  .catch(null)
  .transform((all): readonly (Service | null)[] => (all ?? []).map((each) => service.safeParse(each).data ?? null))

export interface TeamName {
  readonly id: string
  readonly name: string
}

interface TeamServices extends TeamName {
  readonly services: readonly (Service | null)[]
}
export type ServicesByTeam = ReadonlyMap<string, TeamServices>
