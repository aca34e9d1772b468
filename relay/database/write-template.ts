import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

export const writeTemplate = async (path: string): Promise<void> => {
  const database = await openEmbedded({ dataDir: undefined, template: undefined })
  try {
    await migrate(database)
    await database.dump(path)
  } finally {
    await database.close()
  }
}
