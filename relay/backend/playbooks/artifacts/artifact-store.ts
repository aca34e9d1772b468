import { createHash, randomUUID } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import type { ArtifactFile } from '#relay/backend/playbooks/actions/action-context.ts'
import { maskBytes } from '#relay/backend/playbooks/artifacts/mask-bytes.ts'
import type { Mask } from '#relay/backend/secrets/mask.ts'
import type { Queryable } from '#relay/database/database.ts'

/** Security: the path was resolved without links, so a link here was created afterwards. */
const readNoLink = constants.O_RDONLY | constants.O_NOFOLLOW
const bytesMax = 512 * 1024 * 1024

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

interface StoredArtifact {
  readonly playbook_run_action_id: string | null
  readonly id: string
  readonly filename: string
  readonly size: number
  readonly content_type: string | null
}

async function* bytesIn(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) if (text !== '') yield Buffer.from(text)
}

export class ArtifactStore {
  readonly #database: Queryable
  readonly #folder: string

  constructor(database: Queryable, dataDir: string) {
    this.#database = database
    this.#folder = join(dataDir, 'artifacts')
  }

  async keep(actionId: string, { path, filename }: ArtifactFile, mask: Mask): Promise<void> {
    const contentType = types[extname(filename).toLowerCase()] ?? 'application/octet-stream'
    await this.#store(actionId, { filename, contentType }, async () =>
      Readable.from(maskBytes((await open(path, readNoLink)).createReadStream(), mask)),
    )
  }

  async keepText(actionId: string, filename: string, text: AsyncIterable<string>): Promise<void> {
    await this.#store(actionId, { filename, contentType: 'text/plain' }, async () => Readable.from(bytesIn(text)))
  }

  async #store(
    actionId: string,
    { filename, contentType }: { readonly filename: string; readonly contentType: string },
    read: () => Promise<Readable>,
  ): Promise<void> {
    const id = randomUUID()
    const target = this.#filePath(id)
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const hash = createHash('sha256')
    let size = 0
    const measured = new Transform({
      transform: (bytes: Buffer, _encoding, done) => {
        size += bytes.length
        hash.update(bytes)
        done(size > bytesMax ? new Error(`it is larger than ${bytesMax / 1024 / 1024} MB`) : null, bytes)
      },
    })
    try {
      await pipeline(await read(), measured, createWriteStream(target, { mode: 0o600, flags: 'wx' }))
      await this.#database.query(
        `insert into artifacts (id, playbook_run_action_id, path, filename, size, content_type, checksum)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [id, actionId, `artifacts/${id}`, filename, size, contentType, hash.digest('hex')],
      )
    } catch (error) {
      await rm(target, { force: true })
      throw new Error(`Failed to store the artifact ${filename}: ${toErrorMessage(error)}`, {
        cause: error,
      })
    }
  }

  async find(id: string): Promise<StoredArtifact | undefined> {
    const { rows } = await this.#database.query<StoredArtifact>(
      'select id, filename, size, content_type, playbook_run_action_id from artifacts where id = $1 and deleted_at is null',
      [id],
    )
    return rows[0]
  }

  async open({ id }: StoredArtifact): Promise<FileHandle | undefined> {
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
