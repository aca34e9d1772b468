import { createHash, randomUUID } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { artifactRowSchema, type ArtifactRow } from '#shared/artifacts/artifact-row.ts'
import type { ArtifactFile } from '#relay/backend/artifacts/artifact-files.ts'
import { maskBytes } from '#relay/backend/artifacts/mask-bytes.ts'
import type { Mask } from '#relay/backend/secrets/mask.ts'
import type { Queryable } from '#relay/database/database.ts'

/** Security: the path was resolved without links, so a link here was created afterwards. */
const readNoLink = constants.O_RDONLY | constants.O_NOFOLLOW
const megabyte = 1024 * 1024
const runBytesMax = 512 * megabyte
/** Of a check, which stores its artifacts with every result. */
const checkBytesMax = 16 * megabyte
const resultsMax = 20
/** Of the older results of a check together with its newest one. */
const resultsBytesMax = 64 * megabyte

const types: Readonly<Record<string, string>> = {
  '.txt': 'text/plain',
  '.log': 'text/plain',
  '.md': 'text/markdown',
  '.html': 'text/html',
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
  '.xml': 'application/xml',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.svg': 'image/svg+xml',
  '.gz': 'application/gzip',
  '.tgz': 'application/gzip',
  '.zip': 'application/zip',
}

export type ArtifactOwner =
  | { readonly actionId: string }
  /** `time` is that of the result, in milliseconds. */
  | { readonly checkId: string; readonly time: number }

interface OpenArtifact {
  readonly id: string
  readonly filename: string
  readonly size: number
  readonly content_type: string | null
  readonly playbook_run_action_id: string | null
  readonly check_id: string | null
}

async function* bytesIn(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) if (text !== '') yield Buffer.from(text)
}

const toColumns = (owner: ArtifactOwner) =>
  'actionId' in owner
    ? { action: owner.actionId, check: null, time: null, bytesMax: runBytesMax }
    : { action: null, check: owner.checkId, time: new Date(owner.time).toISOString(), bytesMax: checkBytesMax }

export class ArtifactStore {
  readonly #database: Queryable
  readonly #folder: string

  constructor(database: Queryable, dataDir: string) {
    this.#database = database
    this.#folder = join(dataDir, 'artifacts')
  }

  async keep(owner: ArtifactOwner, { path, filename }: ArtifactFile, mask: Mask): Promise<ArtifactRow> {
    const contentType = types[extname(filename).toLowerCase()] ?? 'application/octet-stream'
    return this.#store(owner, { filename, contentType }, async () =>
      Readable.from(maskBytes((await open(path, readNoLink)).createReadStream(), mask)),
    )
  }

  /** Secrets in the text must be masked already. */
  async keepText(owner: ArtifactOwner, filename: string, text: AsyncIterable<string>): Promise<ArtifactRow> {
    return this.#store(owner, { filename, contentType: 'text/plain' }, async () => Readable.from(bytesIn(text)))
  }

  async #store(
    owner: ArtifactOwner,
    { filename, contentType }: { readonly filename: string; readonly contentType: string },
    read: () => Promise<Readable>,
  ): Promise<ArtifactRow> {
    const { action, check, time, bytesMax } = toColumns(owner)
    const id = randomUUID()
    const target = this.#filePath(id)
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const hash = createHash('sha256')
    let size = 0
    const measured = new Transform({
      transform: (bytes: Buffer, _encoding, done) => {
        size += bytes.length
        hash.update(bytes)
        done(size > bytesMax ? new Error(`it is larger than ${bytesMax / megabyte} MB`) : null, bytes)
      },
    })
    try {
      await pipeline(await read(), measured, createWriteStream(target, { mode: 0o600, flags: 'wx' }))
      const { rows } = await this.#database.query<ArtifactRow>(
        `insert into artifacts
           (id, playbook_run_action_id, check_id, check_time, path, filename, size, content_type, checksum)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         returning id, filename, size, content_type, checksum, created_at`,
        [id, action, check, time, `artifacts/${id}`, filename, size, contentType, hash.digest('hex')],
      )
      return artifactRowSchema.parse(rows[0])
    } catch (error) {
      await rm(target, { force: true })
      throw new Error(`Failed to store the artifact ${filename}: ${toErrorMessage(error)}`, {
        cause: error,
      })
    }
  }

  async find(id: string): Promise<OpenArtifact | undefined> {
    const { rows } = await this.#database.query<OpenArtifact>(
      `select id, filename, size, content_type, playbook_run_action_id, check_id
         from artifacts where id = $1 and deleted_at is null`,
      [id],
    )
    return rows[0]
  }

  /** Only the newest results of a check that have artifacts keep them, up to a number and a total size. */
  async removeOlder(checkId: string): Promise<void> {
    await this.#removeWhere(
      `check_id = $1 and check_time in (
         select check_time from (
           select check_time, row_number() over newest_first as place, sum(sum(size)) over newest_first as bytes
             from artifacts where check_id = $1 group by check_time window newest_first as (order by check_time desc)
         ) as results
          where place > $2 or (place > 1 and bytes > $3))`,
      [checkId, resultsMax, resultsBytesMax],
    )
  }

  async removeOfResults(olderThanHours: number): Promise<number> {
    return this.#removeWhere('check_id is not null and check_time < now() - make_interval(hours => $1::int)', [
      olderThanHours,
    ])
  }

  async #removeWhere(condition: string, parameters: readonly unknown[]): Promise<number> {
    const { rows } = await this.#database.query<{ id: string }>(
      `delete from artifacts where ${condition} returning id`,
      [...parameters],
    )
    await this.remove(rows.map(({ id }) => id))
    return rows.length
  }

  async open({ id }: Pick<OpenArtifact, 'id'>): Promise<FileHandle | undefined> {
    try {
      return await open(this.#filePath(id), 'r')
    } catch {
      return undefined
    }
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) await rm(this.#filePath(id), { force: true })
  }

  #filePath(id: string): string {
    return join(this.#folder, id)
  }
}
