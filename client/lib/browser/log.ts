/** Security: never log user input. */
export const warn = (message: string) => {
  // oxlint-disable-next-line no-console -- the browser's console is where the page's own warnings belong
  console.warn(message)
}
