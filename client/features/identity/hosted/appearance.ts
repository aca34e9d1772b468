const variables = {
  colorPrimary: 'var(--primary)',
  colorPrimaryForeground: 'var(--on-primary)',
  colorForeground: 'var(--text)',
  colorMutedForeground: 'var(--text-2)',
  colorMuted: 'var(--sunken)',
  colorBackground: 'var(--bg)',
  colorInput: 'var(--field)',
  colorInputForeground: 'var(--text)',
  colorNeutral: 'var(--text)',
  colorBorder: 'var(--line-control)',
  colorRing: 'var(--focus)',
  colorDanger: 'var(--bad-text)',
  colorSuccess: 'var(--ok-text)',
  colorWarning: 'var(--warn-text)',
  fontFamily: 'var(--font)',
  fontSize: 'var(--fs-body)',
  borderRadius: 'var(--radius)',
}

const plain = { width: '100%', maxWidth: '100%', border: 0, boxShadow: 'none', background: 'none', borderRadius: 0 }

export const appearance = {
  variables,
  elements: {
    rootBox: { width: '100%' },
    cardBox: plain,
    card: { ...plain, padding: '2px' },
    footer: { background: 'none' },
    header: { textAlign: 'start', alignItems: 'stretch' },
    headerTitle: { fontSize: 'var(--fs-title)', lineHeight: 1.3, textAlign: 'start' },
    headerSubtitle: { lineHeight: 1.4, textAlign: 'start' },
    organizationPreviewMainIdentifier: { color: 'var(--text)' },
    badge: { color: 'var(--text-2)' },
    organizationListPreviewButton: { padding: '10px 4px' },
    organizationListCreateOrganizationActionButton: { padding: '10px 4px' },
    avatarBox: { background: 'var(--raised)', border: '1px solid var(--line-strong)' },
    avatarInitials: { color: 'var(--text)' },
    organizationSwitcherTrigger: { color: 'var(--text)' },
    popoverBox: { background: 'var(--overlay)', border: '1px solid var(--line-strong)' },
  },
}

export const withoutHeader = { elements: { header: { display: 'none' } } }
