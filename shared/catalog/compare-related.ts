interface Leading {
  readonly id: string
  readonly related_ids: readonly string[]
}

/** `gone`: only in the earlier snapshot; `added`: only in the later one. */
type Presence = 'both' | 'gone' | 'added'

interface ComparedRelated<Item> {
  readonly items: readonly { readonly id: string; readonly was: Item | undefined; readonly is: Item | undefined }[]
  readonly edges: readonly { readonly source: string; readonly target: string; readonly presence: Presence }[]
}

export const comparePresence = ({ was, is }: { readonly was: unknown; readonly is: unknown }): Presence => {
  if (was === undefined) return 'added'
  return is === undefined ? 'gone' : 'both'
}

const listEdges = (items: readonly Leading[]): ReadonlySet<string> =>
  new Set(items.flatMap(({ id, related_ids: targets }) => targets.map((target) => `${id} ${target}`)))

export const compareRelated = <Item extends Leading>(
  before: readonly Item[],
  after: readonly Item[],
): ComparedRelated<Item> => {
  const [olds, news] = [before, after].map((items) => new Map(items.map((item) => [item.id, item])))
  const [oldEdges, newEdges] = [listEdges(before), listEdges(after)]
  const ids = new Set([...before, ...after].map(({ id }) => id))
  return {
    items: [...ids].map((id) => ({ id, was: olds?.get(id), is: news?.get(id) })),
    edges: [...new Set([...oldEdges, ...newEdges])].map((edge) => {
      const [source = '', target = ''] = edge.split(' ')
      const presence = comparePresence({ was: oldEdges.has(edge) || undefined, is: newEdges.has(edge) || undefined })
      return { source, target, presence }
    }),
  }
}
