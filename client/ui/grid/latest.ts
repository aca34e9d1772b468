export interface Latest<T> {
  get(): T
  set(value: T): void
}

export const createLatest = <T>(first: T): Latest<T> => {
  let value = first
  return {
    get: () => value,
    set: (next) => {
      value = next
    },
  }
}
