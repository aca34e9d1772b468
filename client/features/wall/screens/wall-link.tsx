import { formatWallText } from '#shared/wall/wall-text.ts'
import type { WallSettings } from '#shared/wall/wall-settings.ts'
import { withWall } from '#client/lib/address/wall-address.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'

const settingHelp = [
  ['55in', 'screen diagonal in inches'],
  ['5m', 'distance of the farthest reader in metres'],
  ['dark, light, by-hour', 'theme; by-hour is light from 07:00 to 19:00'],
  ['30s:/view/health', 'a view and its seconds; repeat for each view, in order'],
  ['nohold', 'failures do not hold the rotation'],
  ['nodrift', 'no shift against burn-in'],
] as const

export function WallLink({ settings }: { readonly settings: WallSettings }) {
  const first = settings.views[0]?.address ?? '/'
  const address = `${window.location.origin}${withWall(first, formatWallText(settings))}`
  return (
    <>
      <div className="screens-link">
        <code>{address}</code>
        <CopyButton text={address}>Copy address</CopyButton>
      </div>
      <p className="field-help">
        A screen that starts with this address needs no setup. With only <code>?wall</code> any page is shown as a wall
        with the settings saved in its browser.
      </p>
      <details className="screens-text">
        <summary>Address settings</summary>
        <dl>
          {settingHelp.map(([setting, means]) => (
            <div key={setting}>
              <dt>
                <code>{setting}</code>
              </dt>
              <dd>{means}</dd>
            </div>
          ))}
        </dl>
        <p>
          Settings follow <code>wall=</code> separated by <code>+</code> . On <code>/view/health</code> the parameters{' '}
          <code>labels</code> and <code>query</code> of the health page filter the checks.
        </p>
      </details>
    </>
  )
}
