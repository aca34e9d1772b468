/** For an actor without an implementation. */
export const notProvided = (name: string) => () => {
  throw new Error(`provide ${name}`)
}
