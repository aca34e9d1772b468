import { readAuthMode, type AuthMode } from './auth-mode.ts'

/** `failing` is the number of failing checks, shown first because tabs cut long titles. */
export const documentTitle = (title: string | undefined, mode: AuthMode, failing = 0): string => {
  const name = title === undefined ? 'Quarterdeck' : mode === 'standalone' ? title : `${title} | Quarterdeck`
  return failing === 0 ? name : `(${failing}) ${name}`
}

let shownTitle: string | undefined
let shownFailing = 0

const write = () => {
  document.title = documentTitle(shownTitle, readAuthMode(), shownFailing)
}

export const setDocumentTitle = (title: string | undefined) => {
  shownTitle = title
  write()
}

/** Shows failing checks in the tab's title and icon, whichever page is open. */
export const setFailingChecks = (failing: number) => {
  shownFailing = failing
  write()
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon !== null) icon.href = failing === 0 ? '/favicon.svg' : '/favicon-failing.svg'
}
