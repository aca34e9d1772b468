import { isNarrow, useWall } from '#client/features/wall/wall-context.ts'
import { WallAge } from './wall-time.tsx'
import { WallHead } from './wall-head.tsx'
import './wall-page.css'

interface WallPageProps {
  readonly held?: boolean
  readonly children: React.ReactNode
}

export function WallPage({ held = false, children }: WallPageProps) {
  const wall = useWall()
  const looks = {
    className: 'wall-page',
    'data-held': held ? '' : undefined,
    'data-narrow': isNarrow(wall) ? '' : undefined,
  }
  if (wall.isPreview) return <div {...looks}>{children}</div>
  return (
    <main id="main" tabIndex={-1} {...looks}>
      {children}
    </main>
  )
}

export function WallNothing({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <WallPage>
      <WallHead state={null} headline={title} />
      <p className="wall-note">{text}</p>
    </WallPage>
  )
}

export function HeldHead({ headline, sinceMs }: { readonly headline: string; readonly sinceMs: number }) {
  return (
    <WallHead
      state="warning"
      headline={
        <>
          {headline} for <WallAge ms={sinceMs} />
        </>
      }
    />
  )
}
