import '#client/domain/identity/address-credentials.ts'
import '#client/lib/browser/zod-jitless.ts'
import '#client/ui/blueprint.css'
import '#client/ui/fonts.css'
import '#client/ui/tokens.css'
import '#client/ui/base.css'
import '#client/ui/blueprint-theme.css'
import { createRoot } from 'react-dom/client'
import { createSession, type SessionActor } from '#client/app/create-session.ts'
import { createQueryClient } from '#client/app/query-client.ts'
import { Root } from '#client/app/root.tsx'
import { applyTheme } from '#client/lib/browser/apply-theme.ts'
import { watchFocus } from '#client/lib/browser/keep-focus.ts'
import { watchCutText } from '#client/lib/browser/title-cut-text.ts'
import { dropOldDrafts } from '#client/lib/drafts/draft.ts'
import { createLiveClient } from '#client/live/create-live-client.ts'

const rootElement = document.getElementById('root')
if (rootElement === null) throw new Error('Element #root is missing.')

applyTheme()
watchFocus()
watchCutText()
dropOldDrafts()
const live = createLiveClient()
const queryClient = createQueryClient(() => session.send({ type: 'session.doubt' }))
const session: SessionActor = createSession(queryClient, live)
createRoot(rootElement).render(<Root queryClient={queryClient} live={live} session={session} />)
