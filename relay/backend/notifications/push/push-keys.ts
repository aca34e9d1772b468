import webPush from 'web-push'
import type { PushKeys } from '#relay/backend/clients/senders/web-push.ts'
import { hasSealed } from '#relay/backend/secrets/sealed-text.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Queryable } from '#relay/database/database.ts'

const relation = 'relay.push_keys'

interface Row {
  readonly id: number
  readonly public_key: string
  readonly private_key: string
}

const readRow = async (database: Queryable): Promise<Row | undefined> => {
  const { rows } = await database.query<Row>(`select id, public_key, private_key from ${relation}`)
  return rows[0]
}

const makeRow = async (database: Queryable, secrets: StoredSecrets): Promise<Row | undefined> => {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const row = secrets.seal(relation, { id: 1, public_key: publicKey, private_key: privateKey }, undefined)
  // Another relay instance may have inserted it first.
  await database.query(
    `insert into ${relation} (id, public_key, private_key) values ($1, $2, $3) on conflict do nothing`,
    [row.id, row.public_key, row.private_key],
  )
  return readRow(database)
}

export const readPushKeys = async (database: Queryable, secrets: StoredSecrets): Promise<PushKeys> => {
  const row = (await readRow(database)) ?? (await makeRow(database, secrets))
  if (row === undefined) throw new Error('The push key could not be stored.')
  const opened = secrets.open(relation, row)
  if (hasSealed(opened.private_key))
    throw new Error("The stored push key cannot be decrypted with this installation's key.")
  return { publicKey: opened.public_key, privateKey: opened.private_key }
}
