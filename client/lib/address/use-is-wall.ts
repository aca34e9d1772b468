import { useQueryParams } from './query-state.ts'
import { findWallParam } from './wall-address.ts'

/** Whether the page at `path` is shown on a wall. */
export const useIsWall = (path: string): boolean => findWallParam(path, `?${useQueryParams().toString()}`) !== null
