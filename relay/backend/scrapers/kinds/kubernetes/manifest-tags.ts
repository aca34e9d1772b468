import type { Manifest } from '#relay/backend/clients/kubernetes/manifest.ts'

/** Annotations of this prefix direct scrapers: tags, ignore, ignore-changes, ignore-change-severity. */
export const annotationPrefix = 'config-db.flanksource.com/'

const tagsMax = 5

/** `tags: "team:shop,tier:web"`. */
export const readAnnotatedTags = ({ annotations }: Manifest['metadata']): Record<string, string> =>
  Object.fromEntries(
    (annotations?.[`${annotationPrefix}tags`] ?? '')
      .split(',')
      .flatMap((pair): [string, string][] => {
        const [, name = '', value = ''] = /^\s*([^:]+?)\s*:\s*(.*?)\s*$/.exec(pair) ?? []
        return name === '' || value === '' ? [] : [[name, value]]
      })
      .slice(0, tagsMax),
  )
