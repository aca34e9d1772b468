import type { FastifyPluginAsync } from 'fastify'
import { personalRoute, unsubscribeRoute, wishesRoute, type OwnRule } from '#shared/notifications/personal-routes.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import type { Database } from '#relay/database/database.ts'
import { serve } from '#relay/http/serve.ts'
import { notFound } from '#relay/errors/http-error.ts'
import { assertKnownPerson, isKnownPerson } from './known-person.ts'
import { keepWishes, readWishes, wishesRelation } from './personal-wishes.ts'

const readOwnRules = async (database: Database, personId: string): Promise<readonly OwnRule[]> => {
  const { rows } = await database.query<OwnRule>(
    `with mine as (select team_id, teams.name from team_members join teams on teams.id = team_id
                    where person_id = $1 and teams.deleted_at is null),
       rules as (
         select id, 'you' as notified_as, 1 as at from notifications where $1 in (person_id, fallback_person_id)
         union select notifications.id, 'team ' || mine.name, 2 from notifications
           join mine on mine.team_id in (notifications.team_id, notifications.fallback_team_id)
         union select notifications.id, 'on call for ' || mine.name, 3 from notifications
           join mine on (
               custom_services @> jsonb_build_array(jsonb_build_object('on_call_team_id', mine.team_id))
               or fallback_custom_services @> jsonb_build_array(jsonb_build_object('on_call_team_id', mine.team_id))))
     select notifications.id, notifications.name, notifications.events, array_agg(notified_as order by rules.at, notified_as) as as,
            exists (select from relay.unsubscribed_rules
                     where person_id = $1 and notification_id = notifications.id) as is_unsubscribed
       from rules join notifications on notifications.id = rules.id
      where notifications.deleted_at is null
      group by notifications.id order by notifications.name, notifications.id`,
    [personId],
  )
  return rows
}

interface PersonalRoutesOptions {
  readonly database: Database
  readonly onWrite: OnChange
}

export const personalRoutes: FastifyPluginAsync<PersonalRoutesOptions> = async (app, { database, onWrite }) => {
  serve(app, personalRoute, async ({ viewer }) => {
    await assertKnownPerson(database, viewer.id)
    return { wishes: await readWishes(database, viewer.id), rules: [...(await readOwnRules(database, viewer.id))] }
  })

  serve(app, wishesRoute, async ({ viewer, body }) => {
    await assertKnownPerson(database, viewer.id)
    await keepWishes(database, viewer.id, body)
    onWrite({ relation: wishesRelation, ids: [viewer.id] })
    return readWishes(database, viewer.id)
  })

  serve(app, unsubscribeRoute, async ({ viewer, params: { id }, body }) => {
    const rules = (await isKnownPerson(database, viewer.id)) ? await readOwnRules(database, viewer.id) : []
    if (!rules.some((rule) => rule.id === id.toLowerCase())) throw notFound('No rule with this id notifies you.')
    await database.query(
      body.is_unsubscribed
        ? 'insert into relay.unsubscribed_rules (person_id, notification_id) values ($1, $2) on conflict do nothing'
        : 'delete from relay.unsubscribed_rules where person_id = $1 and notification_id = $2',
      [viewer.id, id],
    )
    return body
  })
}
