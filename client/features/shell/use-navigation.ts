import { isViewer } from '#shared/access/roles.ts'
import { useFeatures } from '#client/api/session/feature-flags.ts'
import { useAllows } from '#client/api/session/use-allows.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { readAuthMode } from '#client/lib/auth-mode.ts'
import { areas, settingsEntries, type Area, type NavigationEntry } from './navigation.ts'

interface Navigation {
  readonly areas: readonly Area[]
  /** Empty for viewers and guests (ledger SHELL-49). */
  readonly settings: readonly NavigationEntry[]
}

/** What this person may go to; undefined until the person is known. */
export const useNavigation = (): Navigation | undefined => {
  const session = useSession()
  const isOn = useFeatures()
  const allows = useAllows()
  if (session === undefined) return undefined
  const isShown = ({ feature, resource, hiddenIn }: NavigationEntry) =>
    isOn(feature) && allows(resource, 'read') && hiddenIn !== readAuthMode()
  return {
    areas: areas.filter(isShown),
    settings: isViewer(session.roles) ? [] : settingsEntries.filter(isShown),
  }
}
