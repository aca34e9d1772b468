export interface ReportFile {
  readonly path: string
  readonly text: string
}

/** Writes path, size and content of each report. Its argument is the folder. */
export const readFilesScript = `cd "$1" || exit 1
find . -type f -name '*.xml' | sort | while IFS= read -r file; do
  printf '%s\\n' "$file"
  wc -c < "$file"
  cat "$file"
done`

const newline = 10

export const parseFiles = (output: Buffer): readonly ReportFile[] => {
  const files: ReportFile[] = []
  let at = 0
  const readLine = (): string => {
    const end = output.indexOf(newline, at)
    if (end < 0) throw new Error('The list of reports is not complete')
    const line = output.subarray(at, end).toString()
    at = end + 1
    return line
  }
  while (at < output.length) {
    const path = readLine().replace(/^\.\//, '')
    const size = Number(readLine())
    if (!Number.isInteger(size) || at + size > output.length) throw new Error(`${path} is not complete`)
    files.push({ path, text: output.subarray(at, at + size).toString() })
    at += size
  }
  return files
}
