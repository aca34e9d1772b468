import type { Queryable } from '#relay/database/database.ts'

const spec = { schedule: '@every 1m', system: [{}] }

export const createSelfScraper = async (database: Queryable): Promise<boolean> => {
  const { affectedRows } = await database.query(
    `insert into config_scrapers (name, namespace, description, spec, source)
     select 'machine', 'quarterdeck', 'The machine that this console runs on', $1::jsonb, 'UI'
      where not exists (select from config_scrapers)`,
    [spec],
  )
  return affectedRows > 0
}
