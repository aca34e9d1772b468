import { Download } from '@blueprintjs/icons'
import { useDownload } from '#client/api/use-download.ts'
import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'
import './kubeconfig-modal.css'

const kubeconfigHelpAddress = 'https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/'

export const kubectlCommand = (backendHost: string) =>
  `kubectl --kubeconfig ${backendHost}-kubeconfig.yaml get canaries --all-namespaces`

const openFile = () => window.open('/api/kubeconfig', '_blank', 'noopener')

export function KubeconfigModal({ onClose }: { readonly onClose: () => void }) {
  const { onSave, busy } = useDownload('/api/kubeconfig', `${window.location.hostname}-kubeconfig.yaml`)
  const command = kubectlCommand(window.location.hostname)
  return (
    <Modal title="Download and install kubeconfig" onClose={onClose} foot={<Button onClick={onClose}>Close</Button>}>
      <ol className="kubeconfig-steps">
        <li>
          <h3>Download the file</h3>
          <p>It contains a new token for your account. Store it like a password.</p>
          <div className="kubeconfig-line">
            <Button look="primary" icon={<Download />} busy={busy} onClick={onSave ?? openFile}>
              Download kubeconfig
            </Button>
            {onSave !== undefined ? null : <span className="faint">opens in a new tab</span>}
          </div>
        </li>
        <li>
          <h3>Apply it to your kubectl config</h3>
          <p>This lists the canaries to check that it works.</p>
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
