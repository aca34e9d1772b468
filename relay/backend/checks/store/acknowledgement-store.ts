import type { Acknowledgement } from '#shared/health/acknowledgement.ts'
import type { Queryable } from '#relay/database/database.ts'

/** For queries of `checks`. */
export const acknowledgedColumn = `(
  select jsonb_build_object('by', person_name, 'note', note, 'at', at, 'until', until)
    from relay.check_acknowledgements
   where check_id = checks.id and (until is null or until > now())
) as acknowledged`

export const writeAcknowledgement = async (
  database: Queryable,
  checkId: string,
  { by, note, until }: Omit<Acknowledgement, 'at'>,
): Promise<void> => {
  await database.query('delete from relay.check_acknowledgements where until <= now()')
  await database.query(
    `insert into relay.check_acknowledgements (check_id, person_name, note, until)
     values ($1, $2, $3, $4)
     on conflict (check_id) do update
        set person_name = excluded.person_name, note = excluded.note, until = excluded.until, at = now()`,
    [checkId, by, note, until],
  )
}

export const deleteAcknowledgement = async (database: Queryable, checkId: string): Promise<boolean> => {
  const sql = 'delete from relay.check_acknowledgements where check_id = $1'
  return (await database.query(sql, [checkId])).affectedRows > 0
}
