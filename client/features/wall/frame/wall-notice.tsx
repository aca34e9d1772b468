import { Link } from 'wouter'
import type { WallViews } from '#client/domain/walls/use-wall-views.ts'
import { wallHref } from '#client/domain/walls/wall-href.ts'
import { routes } from '#client/lib/address/routes.ts'
import { Page } from '#client/ui/layout/page.tsx'

interface WallNoticeProps {
  readonly slug: string
  readonly views: Exclude<WallViews, { readonly kind: 'ready' }>
}

const setUp = (
  <p className="wall-note">
    Make and change walls under <Link href={routes.screens}>Settings › Screens</Link>.
  </p>
)

export function WallNotice({ slug, views }: WallNoticeProps) {
  if (views.kind === 'loading') return <Page title="Wall">{null}</Page>
  if (views.kind === 'failed')
    return (
      <Page title="Views not loaded">
        <p className="wall-note">The views of this wall could not be loaded. Retrying every minute.</p>
      </Page>
    )
  if (views.kind === 'empty')
    return (
      <Page title={`${views.wall.name} shows nothing`}>
        <p className="wall-note">Its views were deleted or are not shared with you. Ask {views.wall.owner.name}.</p>
        {setUp}
      </Page>
    )
  const { walls } = views
  return (
    <Page title={`No wall named “${slug}”`}>
      {walls.length === 0 ? (
        <p className="wall-note">There are no walls yet, or none is shared with you.</p>
      ) : (
        <>
          <p className="wall-note">Known walls:</p>
          <ul className="wall-known" aria-label="Known walls">
            {walls.map(({ id, name }) => (
              <li key={id}>
                <Link href={wallHref(name)}>{name}</Link> <code>{wallHref(name)}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      {setUp}
    </Page>
  )
}
