import { Download } from '@blueprintjs/icons'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { clients } from '#client/api/clients.ts'
import { readAuthMode } from '#client/lib/auth-mode.ts'
import { saveText } from '#client/lib/save-text.ts'
import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { kubeconfigHelpAddress } from './help-addresses.ts'
import './kubeconfig-modal.css'

/** The command that shows whether the file works: it lists canaries (ledger SHELL-75). */
export const kubectlCommand = (backendHost: string) =>
  `kubectl --kubeconfig ${backendHost}-kubeconfig.yaml get canaries --all-namespaces`

const openFile = () => window.open('/api/kubeconfig', '_blank', 'noopener')

/** In hosted mode a new tab would ask without a token. */
const saveFile = async () => {
  const { data } = await clients.api('/kubeconfig', { schema: z.string() })
  saveText(`${window.location.hostname}-kubeconfig.yaml`, data)
}

/** How to get at the cluster with kubectl, in three steps. */
export function KubeconfigModal({ onClose }: { readonly onClose: () => void }) {
  const isHosted = readAuthMode() === 'hosted'
  const { mutate: save } = useMutation({ mutationFn: saveFile })
  const command = kubectlCommand(window.location.hostname)
  return (
    <Modal title="Download and install kubeconfig" onClose={onClose} foot={<Button onClick={onClose}>Close</Button>}>
      <ol className="kubeconfig-steps">
        <li>
          <h3>Download the file</h3>
          <p>It holds a token of yours, made at this moment: keep it as you keep a password.</p>
          <div className="kubeconfig-line">
            <Button look="primary" icon={<Download />} onClick={isHosted ? () => save() : openFile}>
              Download kubeconfig
            </Button>
            {isHosted ? null : <span className="faint">opens in a new tab</span>}
          </div>
        </li>
        <li>
          <h3>Apply it to your kubectl config</h3>
          <p>This lists the canaries, to see that it works.</p>
          <div className="kubeconfig-command">
            <code>{command}</code>
            <CopyButton text={command}>Copy</CopyButton>
          </div>
        </li>
        <li>
          <h3>
            <a className="link" href={kubeconfigHelpAddress} target="_blank" rel="noreferrer">
              Learn more
            </a>
          </h3>
          <p>How kubectl finds and merges its configuration files.</p>
        </li>
      </ol>
    </Modal>
  )
}
