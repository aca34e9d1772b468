import type { ArtifactRow } from '#shared/artifacts/artifact-row.ts'
import type { ArtifactStore } from '#relay/backend/artifacts/artifact-store.ts'
import type { CheckContext } from '#relay/backend/checks/spec/check-type.ts'
import type { Mask } from '#relay/backend/secrets/mask.ts'

export type ResultArtifacts = Pick<ArtifactStore, 'keep' | 'keepText' | 'removeOlder'>

const filesMax = 20
const megabyte = 1024 * 1024
const bytesMax = 64 * megabyte

async function* oneText(text: string): AsyncGenerator<string> {
  yield text
}

/** Of one result. */
export const createArtifactKeeper = (
  store: ResultArtifacts,
  owner: { readonly checkId: string; readonly time: number },
  mask: Mask,
) => {
  const kept: ArtifactRow[] = []
  let bytes = 0
  const keep = async (store: () => Promise<ArtifactRow>): Promise<void> => {
    if (kept.length >= filesMax) throw new Error(`More than ${filesMax} artifacts; the others are not stored`)
    if (bytes >= bytesMax)
      throw new Error(`The artifacts are larger than ${bytesMax / megabyte} MB; the others are not stored`)
    const row = await store()
    kept.push(row)
    bytes += row.size
  }
  const context: Pick<CheckContext, 'keepFile' | 'keepText'> = {
    keepFile: (file) => keep(() => store.keep(owner, file, mask)),
    keepText: (filename, text) => keep(() => store.keepText(owner, filename, oneText(mask.inText(text)))),
  }
  return { kept, context }
}
