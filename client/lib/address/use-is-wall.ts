import { useQueryParams } from './query-state.ts'
import { wallOf } from './wall-address.ts'

/** Whether the page at `path` is shown on a wall. */
export const useIsWall = (path: string): boolean => wallOf(path, `?${useQueryParams().toString()}`) !== null
