import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  changeViewRoute,
  defaultViewRoute,
  deleteViewRoute,
  listViewsRoute,
  saveViewRoute,
  type NewView,
  type SavedView,
  type ViewChange,
} from '#shared/views/saved-view.ts'
import { wallsPage } from '#shared/wall/named-wall.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { call } from '#client/api/call.ts'
import { showToast } from '#client/ui/feedback/toast-store.ts'

const viewsKey = ['views'] as const

const viewsQuery = queryOptions({
  queryKey: viewsKey,
  queryFn: ({ signal }) => call(listViewsRoute, { signal }),
  staleTime: 30_000,
  refetchOnWindowFocus: true,
})

const pickViews = (views: readonly SavedView[]) => views.filter(({ page }) => page !== wallsPage)
const pickWalls = (views: readonly SavedView[]) => views.filter(({ page }) => page === wallsPage)

export const useViews = (): readonly SavedView[] | undefined => useQuery({ ...viewsQuery, select: pickViews }).data

export const useWalls = (): readonly SavedView[] | undefined => useQuery({ ...viewsQuery, select: pickWalls }).data

/** Saved views and walls, requested again while a wall shows them. */
export const useShownViews = (isNeeded: boolean) =>
  useQuery({ ...viewsQuery, enabled: isNeeded, refetchInterval: 60_000, refetchIntervalInBackground: true })

export const useViewChanges = () => {
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => client.invalidateQueries({ queryKey: viewsKey }),
  })
  return {
    save: (view: NewView) => mutateAsync(() => call(saveViewRoute, { body: view })),
    change: (id: string, change: ViewChange) =>
      mutateAsync(() => call(changeViewRoute, { params: { id }, body: change })),
    remove: (id: string) => mutateAsync(() => call(deleteViewRoute, { params: { id } })),
    setDefault: (page: string, id: string | null) =>
      mutateAsync(() => call(defaultViewRoute, { body: { page, id } })).catch((error: unknown) =>
        showToast('error', toErrorMessage(error)),
      ),
  }
}
