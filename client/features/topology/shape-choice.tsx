import { Segmented } from '#client/ui/form/segmented.tsx'
import { setShape, shapes, useShape } from './use-shape.ts'

export function ShapeChoice({ location }: { readonly location: 'bar' | 'page' }) {
  const { shape } = useShape()
  return (
    <span className="shape-choice" data-place={location}>
      <Segmented label="Shape" value={shape} options={shapes} onChange={setShape} />
    </span>
  )
}
