import type { Queryable } from '#relay/database/database.ts'

/** What the console scrapes of the machine that it runs on: all of it true without a network. */
const spec = { schedule: '@every 1m', system: [{}] }

/**
 * On an empty first start the console scrapes its own machine, by an ordinary row that people may edit and delete. It does not come
 * back once there ever was a scraper, deleted or not.
 */
export const createSelfScraper = async (database: Queryable): Promise<boolean> => {
  const { affectedRows } = await database.query(
    `insert into config_scrapers (name, namespace, description, spec, source)
     select 'machine', 'quarterdeck', 'The machine that this console runs on', $1::jsonb, 'UI'
      where not exists (select from config_scrapers)`,
    [spec],
  )
  return affectedRows > 0
}
