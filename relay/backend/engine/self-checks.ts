import { randomUUID } from 'node:crypto'
import { writeCanaries } from '#relay/backend/checks/store/canary-store.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Queryable } from '#relay/database/database.ts'

const prefix = 'connection://console/'

export const ownConnection =
  (selfUrl: () => string) =>
  (reference: string): string | undefined => {
    if (!reference.startsWith(prefix)) return undefined
    return new URL(reference.slice(prefix.length), selfUrl()).href
  }

const selfCheckSpec = (dataDir: string) => ({
  schedule: '@every 30s',
  http: [
    {
      name: 'console',
      description: 'This console responds to requests.',
      connection: `${prefix}healthz`,
      responseCodes: [200],
      thresholdMillis: 5_000,
    },
    {
      name: 'database',
      description: 'This console can read its database.',
      connection: `${prefix}readyz`,
      responseCodes: [200, 503],
      thresholdMillis: 5_000,
      test: { expr: 'json.parts.database.state == "up"' },
      display: { expr: '"The database is " + json.parts.database.state + "."' },
    },
    {
      name: 'notifications',
      description: 'Notifications are delivered: none has failed since the last delivery.',
      connection: `${prefix}readyz`,
      responseCodes: [200, 503],
      thresholdMillis: 5_000,
      test: { expr: 'json.parts.notifications.state == "up"' },
      display: {
        expr: 'json.parts.notifications.state == "up" ? "No failed notifications." : json.parts.notifications.reason',
      },
    },
  ],
  dns: [
    {
      name: 'name resolution',
      description: 'This machine resolves host names.',
      query: 'localhost',
      querytype: 'A',
      minrecords: 1,
    },
  ],
  folder: [
    {
      name: 'disk space',
      description: "The disk with this console's data has free space.",
      path: dataDir,
      availableSize: '500MB',
    },
  ],
})

/** An ordinary row that users may edit and delete. Created only if there never was a canary, including deleted ones. */
export const createSelfChecks = async (
  database: Queryable,
  secrets: StoredSecrets,
  dataDir: string,
): Promise<boolean> => {
  const { rows } = await database.query<{ some: boolean }>('select exists (select 1 from canaries) as some')
  if (rows[0]?.some === true) return false
  await writeCanaries(database, secrets, [
    {
      id: randomUUID(),
      name: 'console',
      namespace: 'quarterdeck',
      labels: { 'app.kubernetes.io/name': 'quarterdeck' },
      annotations: {},
      spec: selfCheckSpec(dataDir),
      source: 'UI',
    },
  ])
  return true
}
