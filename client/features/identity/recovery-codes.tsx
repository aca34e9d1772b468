import { Download } from '@blueprintjs/icons'
import type { RecoveryCode } from '#shared/identity/recovery-codes.ts'
import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { saveFile } from '#client/lib/browser/save-file.ts'

const saveText = (name: string, text: string): void => saveFile(name, new Blob([text], { type: 'text/plain' }))

interface RecoveryCodesProps {
  readonly label: string
  readonly codes: readonly RecoveryCode[]
}

const download = (text: string) => saveText('quarterdeck-recovery-codes.txt', `${text}\n`)

export function RecoveryCodes({ label, codes }: RecoveryCodesProps) {
  const unused = codes.flatMap(({ secret, used }) => (used || secret === undefined ? [] : [secret])).join('\n')
  return (
    <div className="recovery-codes">
      <ul aria-label={label}>
        {codes.map(({ secret, used }, index) => (
          <li key={secret ?? `used-${index}`} data-used={used ? '' : undefined}>
            {secret === undefined ? null : used ? <s>{secret}</s> : secret}
            {used ? <span>Used</span> : null}
          </li>
        ))}
      </ul>
      {unused === '' ? null : (
        <div className="recovery-codes-actions">
          <Button small icon={<Download size={14} />} onClick={() => download(unused)}>
            Download
          </Button>
          <CopyButton text={unused}>Copy</CopyButton>
          <span className="faint">Each code works once. Store them like passwords.</span>
        </div>
      )}
    </div>
  )
}
