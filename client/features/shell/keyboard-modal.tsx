import { use } from 'react'
import { setPreferences, usePreferences } from '#client/lib/browser/preferences.ts'
import { Modal } from '#client/ui/layout/modal.tsx'
import { Switch } from '#client/ui/form/switch.tsx'
import { NavigationContext } from './navigation.ts'
import { shortcutGroups } from './shortcuts.ts'
import './keyboard-modal.css'

export function KeyboardModal({ onClose }: { readonly onClose: () => void }) {
  const on = usePreferences((preferences) => preferences.singleLetterShortcuts)
  const { letterShortcuts } = use(NavigationContext)
  return (
    <Modal
      title="Keyboard shortcuts"
      onClose={onClose}
      foot={
        <>
          <span className="keyboard-note">Single-letter shortcuts are inactive while you type in a field.</span>
          <Switch
            label="Single-letter shortcuts"
            checked={on}
            onChange={(singleLetterShortcuts) => setPreferences({ singleLetterShortcuts })}
          />
        </>
      }
    >
      <div className="keyboard-groups">
        {shortcutGroups(letterShortcuts).map(({ title, shortcuts }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map(({ keys, inTurn, does }) => (
                <div key={does} className="keyboard-line">
                  <dt>{does}</dt>
                  <dd>
                    {keys.map((key, index) => (
                      <span key={key}>
                        {index > 0 && inTurn ? ' then ' : null}
                        <kbd className="kbd">{key}</kbd>
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
