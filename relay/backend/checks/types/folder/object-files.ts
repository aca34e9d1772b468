import { bounded } from '#relay/backend/clients/clouds/aws-access.ts'
import { filesMax, type FolderFile, type FolderListing } from './folder-files.ts'

interface ObjectPage {
  /** Their names are whole keys. */
  readonly objects: readonly FolderFile[]
  readonly hasFolders: boolean
  readonly next: string | undefined
}

interface ObjectQuery {
  readonly prefix: string
  readonly isRecursive: boolean
  readonly token?: string | undefined
}

type ListPage = (query: ObjectQuery) => Promise<ObjectPage>

export const parseObjectPath = (path: string): { readonly bucket: string; readonly key: string } => {
  const [bucket = '', ...key] = path.replace(/^\w+:\/\//, '').split('/')
  return { bucket, key: key.filter((name) => name !== '').join('/') }
}

async function* readPages(listPage: ListPage, query: ObjectQuery): AsyncGenerator<ObjectPage> {
  let token: string | undefined
  do {
    const page = await listPage({ ...query, token })
    yield page
    token = page.next
  } while (token !== undefined && token !== '')
}

/** A folder of a bucket exists while an object is in it. */
export const listObjectFiles = async (
  listPage: ListPage,
  key: string,
  isRecursive: boolean,
): Promise<FolderListing> => {
  const prefix = key === '' ? '' : `${key}/`
  const files: FolderFile[] = []
  let isEmpty = true
  for await (const { objects, hasFolders } of bounded(readPages(listPage, { prefix, isRecursive }))) {
    isEmpty &&= objects.length === 0 && !hasFolders
    // A key that ends with a slash marks a folder.
    for (const { name, ...file } of objects)
      if (!name.endsWith('/')) files.push({ ...file, name: name.slice(prefix.length) })
    if (files.length > filesMax) return { files: files.slice(0, filesMax), isCut: true, isMissing: false }
  }
  if (!isEmpty || key === '') return { files, isCut: false, isMissing: false }
  const { objects } = await listPage({ prefix: key, isRecursive: false })
  const object = objects.filter(({ name }) => name === key)
  return { files: object, isCut: false, isMissing: object.length === 0 }
}
