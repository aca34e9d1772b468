import { formatCount } from '#shared/primitives/format-count.ts'

export interface BulkAction<R> {
  readonly label: string
  /** As in "3 rules deleted". */
  readonly done: string
  /** Shown before the action starts; without it, the action starts at once. */
  readonly consequence?: string
  readonly isPossible?: (row: R) => boolean
  readonly act: (row: R) => Promise<unknown>
}

/** Several ways of one action, such as until when. */
export interface BulkChoice<R> extends Omit<BulkAction<R>, 'act' | 'consequence'> {
  readonly choices: readonly { readonly label: string; readonly act: BulkAction<R>['act'] }[]
}

export interface Bulk<R> {
  readonly one: string
  readonly many: string
  readonly getName: (row: R) => string
  readonly actions: readonly (BulkAction<R> | BulkChoice<R>)[]
}

export const countRows = ({ one, many }: Pick<Bulk<never>, 'one' | 'many'>, count: number): string =>
  formatCount(count, one, many)
