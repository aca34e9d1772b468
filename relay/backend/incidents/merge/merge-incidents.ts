import { z } from 'zod'
import { nameActor } from '#relay/backend/rows/actor.ts'
import type { Database, Queryable } from '#relay/database/database.ts'
import { conflict } from '#relay/errors/http-error.ts'
import { heldIncident, holdIncidents, recordHistory, refuseMerged } from './named-incident.ts'
import { isSharedResponder, refuseUnmergeable } from './preview-merge.ts'

interface Merge {
  readonly mergedId: string
  readonly intoId: string
  readonly personId: string
}

const ids = z.array(z.string())
const ruleSchema = z.object({ rule_id: z.string(), group_key: z.string(), title: z.string() })
const movedSchema = z.object({
  hypotheses: ids,
  comments: ids,
  responders: ids,
  links: ids,
  rules: z.array(ruleSchema),
})
type Moved = z.output<typeof movedSchema>

const listIds = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id)

/** A rule that is already part of the target incident keeps its own entry. */
const moveRules = async (transaction: Queryable, mergedId: string, intoId: string): Promise<Moved['rules']> => {
  const { rows } = await transaction.query<Moved['rules'][number]>(
    'delete from relay.rule_incidents where incident_id = $1 returning rule_id, group_key, title',
    [mergedId],
  )
  await transaction.query(
    `insert into relay.rule_incidents (incident_id, rule_id, group_key, title)
     select $1, rule_id, group_key, title from jsonb_to_recordset($2::jsonb) as given (rule_id uuid, group_key text, title text)
     on conflict (incident_id, rule_id) do nothing`,
    [intoId, JSON.stringify(rows)],
  )
  return rows
}

const moveAll = async (transaction: Queryable, mergedId: string, intoId: string): Promise<Moved> => {
  const move = async (table: string, more = '') => {
    const { rows } = await transaction.query<{ id: string }>(
      `update ${table} set incident_id = $2 where incident_id = $1 ${more} returning id`,
      [mergedId, intoId],
    )
    return listIds(rows)
  }
  return {
    hypotheses: await move('hypotheses'),
    comments: await move('comments'),
    responders: await move('responders', `and deleted_at is null and not ${isSharedResponder}`),
    links: await move('relay.incident_links'),
    rules: await moveRules(transaction, mergedId, intoId),
  }
}

export const mergeIncidents = async (database: Database, { mergedId, intoId, personId }: Merge): Promise<void> =>
  database.transaction(async (transaction) => {
    await nameActor(transaction, personId)
    const held = await holdIncidents(transaction, [mergedId, intoId])
    const [merged, into] = [heldIncident(held, mergedId), heldIncident(held, intoId)]
    await refuseUnmergeable(transaction, merged, into)
    const moved = await moveAll(transaction, merged.id, into.id)
    await recordHistory(transaction, {
      incidentId: merged.id,
      type: 'incident.merged',
      description: `merged this incident into ${into.number} “${into.title}”`,
      personId,
    })
    await recordHistory(transaction, {
      incidentId: into.id,
      type: 'incident.merged',
      description: `merged ${merged.number} “${merged.title}” into this incident`,
      personId,
    })
    await transaction.query(`update incidents set status = 'closed' where id = $1`, [merged.id])
    await transaction.query(
      `insert into relay.incident_merges (merged_id, into_id, status_before, moved, merged_by) values ($1, $2, $3, $4, $5)`,
      [merged.id, into.id, merged.status, JSON.stringify(moved), personId],
    )
  })

const takeBackRules = async (transaction: Queryable, mergedId: string, intoId: string, { rules }: Moved) => {
  await transaction.query(
    `delete from relay.rule_incidents as own using incidents
      where incidents.id = own.incident_id and own.incident_id = $1 and rule_id = any($2::uuid[])
        and own.rule_id is distinct from incidents.incident_rule_id`,
    [intoId, rules.map((rule) => rule.rule_id)],
  )
  await transaction.query(
    `insert into relay.rule_incidents (incident_id, rule_id, group_key, title)
     select $1, given.rule_id, group_key, title
       from jsonb_to_recordset($2::jsonb) as given (rule_id uuid, group_key text, title text)
       join incident_rules on incident_rules.id = given.rule_id
     on conflict (incident_id, rule_id) do nothing`,
    [mergedId, JSON.stringify(rules)],
  )
}

const mergeSchema = z.object({ id: z.string(), into_id: z.string(), status_before: z.string(), moved: movedSchema })

export const undoMerge = async (database: Database, mergedId: string, personId: string): Promise<void> =>
  database.transaction(async (transaction) => {
    await nameActor(transaction, personId)
    const { rows } = await transaction.query(
      'select id, into_id, status_before, moved from relay.incident_merges where merged_id = $1 and undone_at is null',
      [mergedId],
    )
    if (rows.length === 0) throw conflict('This merge was already undone.')
    const merge = mergeSchema.parse(rows[0])
    const held = await holdIncidents(transaction, [mergedId, merge.into_id])
    const [merged, into] = [heldIncident(held, mergedId), heldIncident(held, merge.into_id)]
    await refuseMerged(transaction, into, 'Undo that merge first.')
    const { affectedRows } = await transaction.query(
      'update relay.incident_merges set undone_at = now() where id = $1 and undone_at is null',
      [merge.id],
    )
    if (affectedRows === 0) throw conflict('This merge was already undone.')
    const { moved } = merge
    for (const [table, those] of [
      ['hypotheses', moved.hypotheses],
      ['comments', moved.comments],
      ['responders', moved.responders],
      ['relay.incident_links', moved.links],
    ] as const)
      await transaction.query(`update ${table} set incident_id = $1 where incident_id = $2 and id = any($3::uuid[])`, [
        mergedId,
        merge.into_id,
        those,
      ])
    await transaction.query(
      `update hypotheses set parent_id = null from hypotheses as parent
        where parent.id = hypotheses.parent_id and hypotheses.incident_id <> parent.incident_id
          and hypotheses.incident_id = any($1::uuid[])`,
      [[mergedId, merge.into_id]],
    )
    await takeBackRules(transaction, mergedId, merge.into_id, moved)
    await transaction.query('update incidents set status = $2 where id = $1', [mergedId, merge.status_before])
    await recordHistory(transaction, {
      incidentId: mergedId,
      type: 'incident.unmerged',
      description: `undid the merge into ${into.number} “${into.title}”`,
      personId,
    })
    await recordHistory(transaction, {
      incidentId: into.id,
      type: 'incident.unmerged',
      description: `undid the merge of ${merged.number} “${merged.title}”`,
      personId,
    })
  })
