import { useState } from 'react'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'
import { Tabs } from '#client/ui/layout/tabs.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { cliSnippet, fluxSnippet, helmSnippet, type AgentInstall } from './agent-snippets.ts'

interface InstallAgentProps {
  readonly install: AgentInstall
  readonly expiresAt: string | null
  readonly isConnected: boolean
  readonly onClose: () => void
}

const ways = [
  { id: 'cli', label: 'CLI', snippet: cliSnippet },
  { id: 'helm', label: 'Helm CLI', snippet: helmSnippet },
  { id: 'flux', label: 'Flux', snippet: fluxSnippet },
] as const
const shownEnd = 4
const dots = '••••••••'

export function InstallAgent({ install, expiresAt, isConnected, onClose }: InstallAgentProps) {
  const isOwn = hasOwnBackend()
  const offered = isOwn ? ways : ways.filter(({ id }) => id !== 'cli')
  const [chosen, setChosen] = useState<string>(offered[0]?.id ?? 'helm')
  const [isShown, setShown] = useState(false)
  const way = offered.find(({ id }) => id === chosen) ?? ways[0]
  const masked = isShown ? install.token : `${dots}${install.token.slice(-shownEnd)}`
  return (
    <Modal
      title={`Install agent ${install.name}`}
      onClose={onClose}
      foot={
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Tabs
        label="Install methods"
        tabs={offered}
        selected={chosen}
        onSelect={setChosen}
        panelId="agent-snippet"
        end={<CopyButton text={way.snippet(install)}>Copy command</CopyButton>}
      />
      <div id="agent-snippet" role="tabpanel" aria-label={way.label}>
        <pre className="agent-snippet mono">{way.snippet({ ...install, token: masked })}</pre>
      </div>
      {isOwn && way.id !== 'cli' ? (
        <Callout tone="warn" title="The chart’s agent reports to a Mission Control server.">
          This console accepts reports from other Quarterdeck consoles only: use the command under CLI.
        </Callout>
      ) : null}
      <div className="field">
        <span className="field-name">Access token</span>
        <span className="agent-token">
          <code className="cut">{masked}</code>
          <Button small onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
          </Button>
          <CopyButton text={install.token}>Copy token</CopyButton>
        </span>
        <span className="dim">
          Shown only until you close this dialog{expiresAt === null ? '' : '; valid until '}
          {expiresAt === null ? null : <Moment at={expiresAt} />}.
        </span>
      </div>
      <p role="status">
        <StateMark state={isConnected ? 'healthy' : 'running'} label="" />{' '}
        {isConnected
          ? `${install.name} reports to this console.`
          : `Waiting for the first report from ${install.name}.`}
      </p>
    </Modal>
  )
}
