import { useQueryState } from '#client/lib/address/query-state.ts'
import { Segmented } from '#client/ui/form/segmented.tsx'

const looks = [
  { value: 'unified', label: 'Unified' },
  { value: 'split', label: 'Split' },
] as const
type DiffLook = (typeof looks)[number]['value']

export const useDiffLook = (usual: DiffLook) => {
  const [written, setWritten] = useQueryState('look', usual)
  const look = looks.find(({ value }) => value === written)?.value ?? usual
  return { look, picker: <Segmented label="Diff" options={looks} value={look} onChange={setWritten} /> }
}
