import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { toPhoneAddress } from '#client/lib/address/wall-address.ts'
import './phone-code.css'

/** Modules around the code: the standard asks for four, scanners read it with two. */
const quiet = 2

const drawCode = async (text: string) => {
  const { create } = await import('qrcode')
  const { modules } = create(text, { errorCorrectionLevel: 'L' })
  const { size } = modules
  const dark = Array.from({ length: size * size }, (_, at) => at).filter(
    (at) => modules.get(Math.floor(at / size), at % size) !== 0,
  )
  const path = dark.map((at) => `M${(at % size) + quiet} ${Math.floor(at / size) + quiet}h1v1h-1z`).join('')
  return { path, size: size + 2 * quiet }
}

export function PhoneCode() {
  const [path] = useLocation()
  const search = useSearch()
  const address = `${window.location.origin}${toPhoneAddress(`${path}${search}`)}`
  const { data } = useQuery({
    queryKey: ['phone code', address],
    queryFn: () => drawCode(address),
    staleTime: Infinity,
  })
  if (data === undefined) return null
  return (
    <svg
      className="phone-code"
      role="img"
      aria-label={`QR code of ${address}`}
      viewBox={`0 0 ${data.size} ${data.size}`}
      shapeRendering="crispEdges"
    >
      <path d={data.path} />
    </svg>
  )
}
