import { networkInterfaces } from 'node:os'
import type { Health } from '#relay/backend/catalog/scraped-item.ts'
import { machineItem, namesIn, readTextOrEmpty, type MachinePart } from './machine.ts'

const healthByState: Readonly<Record<string, Health>> = { up: 'healthy', down: 'unknown' }

export const network: MachinePart = async (machine) => {
  const addresses = networkInterfaces()
  const names = new Set([...(await namesIn('/sys/class/net')), ...Object.keys(addresses)])
  return Promise.all(
    [...names].map(async (name) => {
      const folder = `/sys/class/net/${name}`
      const [state, mtu, mac] = await Promise.all(
        ['operstate', 'mtu', 'address'].map(async (file) => (await readTextOrEmpty(`${folder}/${file}`)).trim()),
      )
      const own = addresses[name] ?? []
      return machineItem(machine, {
        type: 'NetworkInterface',
        key: name,
        name,
        config: {
          name,
          mac: mac || own[0]?.mac || null,
          mtu: Number(mtu) || null,
          addresses: own.map(({ cidr, address }) => cidr ?? address).sort(),
        },
        status: state === '' ? undefined : state,
        health: healthByState[state ?? ''],
        description: own.map(({ address }) => address).join(', '),
      })
    }),
  )
}
