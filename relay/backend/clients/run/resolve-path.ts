import { isAbsolute, join, resolve } from 'node:path'

/** The start folder of the relay has no meaning in a document: relative paths begin at RESOURCES_DIR. */
export const resolvePath = (path: string, { resourcesDir }: { readonly resourcesDir?: string | undefined }): string => {
  if (isAbsolute(path)) return resolve(path)
  if (resourcesDir === undefined) throw new Error(`${path} is a relative path, and RESOURCES_DIR is not set`)
  return join(resourcesDir, path)
}
