import { formatWallText } from '#shared/wall/wall-text.ts'
import type { WallSettings } from '#shared/wall/wall-settings.ts'
import { withWall } from '#client/lib/address/wall-address.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'

const settingHelp = [
  ['55in', 'the diagonal of the screen, in inches'],
  ['5m', 'how far away the farthest reader is, in metres'],
  ['dark, light, by-hour', 'how light the wall is; by hour it is light from 07:00 to 19:00'],
  ['30s:/view/health', 'a view and its seconds; as many as there are views, in their order'],
  ['nohold', 'new trouble changes no turn'],
  ['nodrift', 'the page stays in its place'],
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
        A screen that starts with this address needs no set-up of its own. With a bare <code>?wall</code> any page shows
        as on a wall, by what is saved in the browser that opens it.
      </p>
      <details className="screens-words">
        <summary>What the address says</summary>
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
          Words stand after <code>wall=</code> with a <code>+</code> between them. On <code>/view/health</code> the
          parameters <code>labels</code> and <code>query</code> of the health page choose what is shown.
        </p>
      </details>
    </>
  )
}
