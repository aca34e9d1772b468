import { use } from 'react'
import { isViewer } from '#shared/access/roles.ts'
import { useFeatures } from '#client/api/session/feature-flags.ts'
import { useAllows } from '#client/api/session/use-allows.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'
import { NavigationContext, type Navigation, type NavigationEntry } from './navigation.ts'

export const useNavigation = (): Pick<Navigation, 'areas' | 'settings'> | undefined => {
  const { areas, settings } = use(NavigationContext)
  const session = useSession()
  const isOn = useFeatures()
  const allows = useAllows()
  if (session === undefined) return undefined
  const isShown = ({ feature, resource, hiddenIn }: NavigationEntry) =>
    (feature === undefined || isOn(feature)) &&
    (resource === undefined || allows(resource, 'read')) &&
    hiddenIn !== readAuthMode()
  return {
    areas: areas.filter(isShown),
    settings: isViewer(session.roles) ? [] : settings.filter(isShown),
  }
}
