import { ChevronLeft } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { ownPath } from '#shared/access/own-path.ts'
import { placeMessages } from '#shared/identity/place-messages.ts'
import { splitSections, type Section } from '#shared/identity/sections.ts'
import { useSession } from '#client/api/session/whoami.ts'
import { Tag } from '#client/ui/tag.tsx'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { forgetPending, findPending } from './pending-submission.ts'
import { SectionForm } from './section-form.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { SettingsMessages } from './settings-messages.tsx'
import { VerifiedEmail } from './verified-email.tsx'
import { readFlowParams, useSelfService, type SelfServiceState, type SendToFlow } from './use-self-service.ts'
import './identity.css'

const titles: Readonly<Record<string, string>> = {
  profile: 'Profile Settings',
  password: 'Change Password',
  oidc: 'Manage Social Sign In',
  lookup_secret: 'Manage 2FA Backup Recovery Codes',
  totp: 'Manage 2FA TOTP Authenticator App',
  webauthn: 'Manage Hardware Tokens and Biometrics',
  passkey: 'Passkeys',
}
const groupTitle = (group: string) => titles[group] ?? group.replaceAll('_', ' ')
const secondFactors = new Set(['lookup_secret', 'totp', 'webauthn', 'passkey'])

interface SettingsSectionProps {
  readonly section: Section
  readonly state: SelfServiceState
  readonly send: SendToFlow
  readonly end?: React.ReactNode
}

function SettingsSection({ section, state, send, end }: SettingsSectionProps) {
  const { flow, typed, submitted } = state.context
  if (flow === null) return null
  const id = `settings-${section.id}`
  return (
    <section className="settings-section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{groupTitle(section.group)}</h2>
        {end}
      </header>
      <SectionForm
        section={section}
        nodes={flow.ui.nodes}
        messages={placeMessages(flow)}
        typed={typed}
        busy={state.hasTag('busy')}
        submitted={submitted}
        primary={false}
        onType={(name, value) => send({ type: 'form.type', name, value })}
        onSubmit={(values) => send({ type: 'form.submit', values })}
      />
    </section>
  )
}

export function ProfilePage() {
  const session = useSession()
  const [pending] = useState(() => findPending(readFlowParams(window.location.search).flow))
  const [state, send] = useSelfService('settings', pending)
  useEffect(forgetPending, [])
  const container = useRef<HTMLDivElement>(null)
  const { flow, params, origin, result: response } = state.context
  useEffect(() => {
    if (flow !== null) container.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [flow])
  const sections = flow === null ? [] : splitSections(flow.ui.nodes)
  const back = ownPath(params.return_to, origin) ?? '/'
  const draw = (section: Section) => (
    <SettingsSection
      key={section.id}
      section={section}
      state={state}
      send={send}
      {...(section.group === 'profile' && {
        end: (
          <>
            <VerifiedEmail addresses={flow?.identity?.verifiable_addresses ?? []} />
            {session?.roles.map((role) => (
              <Tag key={role}>{role}</Tag>
            ))}
          </>
        ),
      })}
    />
  )
  return (
    <Page
      title="Profile Management and Security Settings"
      slot={
        <Link className="bp6-button bp6-minimal" href={back}>
          <ChevronLeft />
          Go back
        </Link>
      }
    >
      <SettingsMessages state={state} send={send} />
      {state.matches('refused') || state.matches('unreachable') ? (
        <Callout
          tone="bad"
          bar
          title={'reason' in response ? response.reason : 'The settings could not be loaded.'}
          actions={
            <Button
              small
              onClick={() => send(state.matches('refused') ? { type: 'flow.restart' } : { type: 'form.retry' })}
            >
              Try again
            </Button>
          }
        />
      ) : null}
      {flow === null ? (
        <SkeletonRows rows={8} />
      ) : (
        <div ref={container} className="settings-columns">
          <div>
            {sections.filter(({ group }) => !secondFactors.has(group)).map(draw)}
            <SessionsSection />
          </div>
          <div>{sections.filter(({ group }) => secondFactors.has(group)).map(draw)}</div>
        </div>
      )}
    </Page>
  )
}
