import { hasUnsaved } from '#client/lib/drafts/unsaved.ts'

/** The address of the page's only script, which changes with every build. Null when the response is not our page. */
const findBuild = (page: Document): string | null => {
  const source = page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null
  return page.getElementById('root') === null ? null : source
}

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
  readonly reloadedFor: string | null
  readonly unsaved: boolean
}

export const canReload = ({ running, offered, reloadedFor, unsaved }: Reload): boolean =>
  offered !== null && running !== null && offered !== running && offered !== reloadedFor && !unsaved

const reloadedForKey = 'quarterdeck.reloaded-for'
const rescuedAtKey = 'quarterdeck.rescued-at'
const rescueAtMostEveryMs = 300_000

export const reloadForNewBuild = async (): Promise<void> => {
  const [running, offered] = [findBuild(document), await offeredBuild()]
  const reloadedFor = sessionStorage.getItem(reloadedForKey)
  if (offered === null || !canReload({ running, offered, reloadedFor, unsaved: hasUnsaved() })) return
  sessionStorage.setItem(reloadedForKey, offered)
  window.location.reload()
}

/**
 * Waits for the relay, since a reload without it shows the browser's error page. At most every five minutes, to
 * avoid reload loops.
 */
export const reloadToRecover = async (): Promise<void> => {
  const rescuedAtMs = Number(sessionStorage.getItem(rescuedAtKey) ?? 0)
  if (hasUnsaved() || Date.now() - rescuedAtMs < rescueAtMostEveryMs) return
  if ((await offeredBuild()) === null) return
  sessionStorage.setItem(rescuedAtKey, String(Date.now()))
  window.location.reload()
}
