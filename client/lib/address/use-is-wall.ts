import { useQueryParams } from './query-state.ts'
import { findWallParam } from './wall-address.ts'

export const useIsWall = (path: string): boolean => findWallParam(path, `?${useQueryParams().toString()}`) !== null
