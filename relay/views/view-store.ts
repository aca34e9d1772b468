import type { Viewer } from '#shared/access/viewer.ts'
import { viewsPerPersonMax, type NewView, type SavedView, type ViewChange } from '#shared/views/saved-view.ts'
import { canChangeView, canShareViews } from '#shared/views/view-rights.ts'
import type { Database } from '#relay/database/database.ts'
import { SqlError } from '#relay/database/sql-error.ts'
import { conflict, forbidden, notFound } from '#relay/errors/http-error.ts'

interface ViewRow {
  readonly id: string
  readonly name: string
  readonly page: string
  readonly query: string
  readonly owner_id: string
  readonly owner_name: string
  readonly is_shared: boolean
  readonly is_default: boolean
  readonly updated_at: string
}

const savedView = (row: ViewRow): SavedView => ({
  id: row.id,
  name: row.name,
  page: row.page,
  query: row.query,
  owner: { id: row.owner_id, name: row.owner_name },
  isShared: row.is_shared,
  isDefault: row.is_default,
  updatedAt: row.updated_at,
})

const viewMissing = notFound('This view no longer exists.', 'It was deleted or is no longer shared.')
const notYours = forbidden(
  'This view belongs to someone else.',
  'Only its owner can change it, and administrators if it is shared. Save your own view.',
)
const notShared = forbidden(
  'You are not allowed to share views.',
  'Save it for yourself, or ask an administrator for a role above viewer.',
)
const tooMany = conflict(`You have ${viewsPerPersonMax} views.`, 'Delete one that you no longer need, then save again.')
const sameName = conflict(
  'You already have a view with this name on this page.',
  'Choose another name, or change that view.',
)

const uniqueViolation = '23505'

const getOrganisation = ({ organisation = '' }: Viewer) => organisation

const refuseSameName = (error: unknown): never => {
  throw error instanceof SqlError && error.code === uniqueViolation ? sameName : error
}

export const createViewStore = (database: Pick<Database, 'query'>) => {
  const list = async (viewer: Viewer, id?: string): Promise<readonly SavedView[]> => {
    const { rows } = await database.query<ViewRow>(
      `select v.id, name, v.page, query, owner_id, owner_name, is_shared, d.view_id is not null as is_default, updated_at
       from relay.saved_views v
       left join relay.default_views d on d.view_id = v.id and d.person_id = $2 and d.organisation = $1
       where v.organisation = $1 and (owner_id = $2 or is_shared) and ($3::uuid is null or v.id = $3)
       order by lower(name), v.id`,
      [getOrganisation(viewer), viewer.id, id ?? null],
    )
    return rows.map(savedView)
  }
  const find = async (viewer: Viewer, id: string): Promise<SavedView> => {
    const [view] = await list(viewer, id)
    if (view === undefined) throw viewMissing
    return view
  }
  const assertCanChange = async (viewer: Viewer, id: string) => {
    if (!canChangeView(viewer, await find(viewer, id))) throw notYours
  }

  return {
    list: (viewer: Viewer) => list(viewer),

    save: async (viewer: Viewer, { name, page, query, isShared }: NewView): Promise<{ id: string }> => {
      if (isShared && !canShareViews(viewer)) throw notShared
      const saved = await database
        .query<{ id: string }>(
          `insert into relay.saved_views (organisation, owner_id, owner_name, name, page, query, is_shared)
           select $1, $2, $3, $4, $5, $6, $7
           where (select count(*) from relay.saved_views where organisation = $1 and owner_id = $2) < $8
           returning id`,
          [getOrganisation(viewer), viewer.id, viewer.name, name, page, query, isShared, viewsPerPersonMax],
        )
        .catch(refuseSameName)
      const [row] = saved.rows
      if (row === undefined) throw tooMany
      return row
    },

    change: async (viewer: Viewer, id: string, { name, query, isShared }: ViewChange): Promise<void> => {
      await assertCanChange(viewer, id)
      if (isShared === true && !canShareViews(viewer)) throw notShared
      await database
        .query(
          `update relay.saved_views set name = coalesce($2, name), query = coalesce($3, query),
             is_shared = coalesce($4, is_shared), updated_at = now()
           where id = $1`,
          [id, name ?? null, query ?? null, isShared ?? null],
        )
        .catch(refuseSameName)
    },

    delete: async (viewer: Viewer, id: string): Promise<void> => {
      await assertCanChange(viewer, id)
      await database.query('delete from relay.saved_views where id = $1', [id])
    },

    setDefault: async (viewer: Viewer, page: string, id: string | null): Promise<void> => {
      const person = [getOrganisation(viewer), viewer.id, page]
      if (id === null) {
        await database.query(
          'delete from relay.default_views where organisation = $1 and person_id = $2 and page = $3',
          person,
        )
        return
      }
      if ((await find(viewer, id)).page !== page) throw viewMissing
      await database.query(
        `insert into relay.default_views (organisation, person_id, page, view_id) values ($1, $2, $3, $4)
         on conflict (organisation, person_id, page) do update set view_id = excluded.view_id`,
        [...person, id],
      )
    },
  }
}
export type ViewStore = ReturnType<typeof createViewStore>
