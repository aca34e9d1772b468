import { hasUnsaved } from '#client/lib/drafts/unsaved.ts'

/** What a page is called after: its one script, whose name changes with every build. Null for what is no page of ours. */
const findBuild = (page: Document): string | null => {
  const source = page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null
  return page.getElementById('root') === null ? null : source
}

/** Asks the relay which build it sends now; null while it cannot be reached or sends something else. */
const offeredBuild = async (): Promise<string | null> => {
  try {
    const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
    if (!response.ok) return null
    return findBuild(new DOMParser().parseFromString(await response.text(), 'text/html'))
  } catch {
    return null
  }
}

interface Reload {
  readonly running: string | null
  readonly offered: string | null
  /** The build that this tab reloaded itself for last. */
  readonly reloadedFor: string | null
  readonly unsaved: boolean
}

/** Whether a page may reload itself: for another build than its own, once for each, and never over unsaved input. */
export const canReload = ({ running, offered, reloadedFor, unsaved }: Reload): boolean =>
  offered !== null && running !== null && offered !== running && offered !== reloadedFor && !unsaved

const reloadedForKey = 'quarterdeck.reloaded-for'
const rescuedAtKey = 'quarterdeck.rescued-at'
const rescueAtMostEveryMs = 300_000

/** Reloads the page if the relay sends another build than the one that runs here. */
export const reloadForNewBuild = async (): Promise<void> => {
  const [running, offered] = [findBuild(document), await offeredBuild()]
  const reloadedFor = sessionStorage.getItem(reloadedForKey)
  if (offered === null || !canReload({ running, offered, reloadedFor, unsaved: hasUnsaved() })) return
  sessionStorage.setItem(reloadedForKey, offered)
  window.location.reload()
}

/**
 * Reloads a page that cannot go on, once the relay answers: a reload while it is away would leave the browser's own error
 * page. At most once in five minutes, so that a page that always stops is not reloaded for ever.
 */
export const reloadToRecover = async (): Promise<void> => {
  const rescuedAtMs = Number(sessionStorage.getItem(rescuedAtKey) ?? 0)
  if (hasUnsaved() || Date.now() - rescuedAtMs < rescueAtMostEveryMs) return
  if ((await offeredBuild()) === null) return
  sessionStorage.setItem(rescuedAtKey, String(Date.now()))
  window.location.reload()
}
