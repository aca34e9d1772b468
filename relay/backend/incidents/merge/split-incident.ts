import { nameActor } from '#relay/backend/rows/actor.ts'
import type { Database, Queryable } from '#relay/database/database.ts'
import { conflict } from '#relay/errors/http-error.ts'
import {
  heldIncident,
  holdIncidents,
  namedColumns,
  recordHistory,
  refuseMerged,
  type NamedIncident,
} from './named-incident.ts'

interface Split {
  readonly incidentId: string
  readonly personId: string
  readonly title: string
  readonly hypotheses: readonly string[]
  readonly evidences: readonly string[]
}

const listIds = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id)

const openSplit = async (transaction: Queryable, { incidentId, title, personId }: Split): Promise<NamedIncident> => {
  const { rows } = await transaction.query<NamedIncident>(
    `insert into incidents (title, description, type, status, severity, incident_rule_id, acknowledged,
                            commander_id, communicator_id, created_by)
     select $2, 'Split off ' || incident_id || '.', type, status, severity, incident_rule_id, acknowledged, $3, $3, $3
       from incidents where id = $1
     returning ${namedColumns('incidents')}`,
    [incidentId, title, personId],
  )
  const [opened] = rows
  if (opened === undefined) throw new Error('No incident was opened.')
  // Rules know the listed resources as part of the new incident; later failures join the original one.
  await transaction.query(
    `insert into relay.rule_incidents (incident_id, rule_id, group_key, title)
     select $2::uuid, rule_id, 'split ' || $2::uuid, '' from relay.rule_incidents where incident_id = $1`,
    [incidentId, opened.id],
  )
  return opened
}

const moveHypotheses = async (transaction: Queryable, split: Split, into: string): Promise<number> => {
  const moved = await transaction.query<{ id: string }>(
    `with recursive below as (
       select id from hypotheses where incident_id = $1 and id = any($3::uuid[])
       union select child.id from hypotheses as child join below on child.parent_id = below.id
     )
     update hypotheses set incident_id = $2 where incident_id = $1 and id in (select id from below) returning id`,
    [split.incidentId, into, split.hypotheses],
  )
  await transaction.query(
    `update hypotheses set parent_id = null, type = 'root' from hypotheses as parent
      where hypotheses.incident_id = $1 and parent.id = hypotheses.parent_id and parent.incident_id <> $1`,
    [into],
  )
  await transaction.query('update comments set incident_id = $1 where hypothesis_id = any($2::uuid[])', [
    into,
    listIds(moved.rows),
  ])
  return moved.rows.length
}

const moveEvidences = async (transaction: Queryable, split: Split, into: string): Promise<number> => {
  const { rows } = await transaction.query<{ id: string }>(
    `select evidences.id from evidences join hypotheses on hypotheses.id = hypothesis_id
      where incident_id = $1 and evidences.id = any($2::uuid[])`,
    [split.incidentId, split.evidences],
  )
  if (rows.length === 0) return 0
  await transaction.query(
    `with root as (
       insert into hypotheses (incident_id, type, title, status, created_by) values ($1, 'root', $2, 'possible', $3)
       returning id
     )
     update evidences set hypothesis_id = (select id from root) where id = any($4::uuid[])`,
    [into, split.title, split.personId, listIds(rows)],
  )
  return rows.length
}

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

export const splitIncident = async (database: Database, split: Split): Promise<string> =>
  database.transaction(async (transaction) => {
    const { incidentId, personId } = split
    await nameActor(transaction, personId)
    const from = heldIncident(await holdIncidents(transaction, [incidentId]), incidentId)
    await refuseMerged(transaction, from, 'Split % instead.')
    const opened = await openSplit(transaction, split)
    const hypotheses = await moveHypotheses(transaction, split, opened.id)
    const evidences = await moveEvidences(transaction, split, opened.id)
    if (hypotheses + evidences === 0)
      throw conflict('The selected items are no longer in this incident. Nothing was moved. Select again.')
    const parts = [
      ...counted(hypotheses, 'hypothesis', 'hypotheses'),
      ...counted(evidences, 'piece of evidence', 'pieces of evidence'),
    ].join(' and ')
    const type = 'incident.split'
    const description = `split off ${opened.number} “${opened.title}” with ${parts}`
    await recordHistory(transaction, { incidentId, type, description, personId })
    const splitDescription = `split this incident off ${from.number} “${from.title}” with ${parts}`
    await recordHistory(transaction, { incidentId: opened.id, type, description: splitDescription, personId })
    return opened.id
  })
