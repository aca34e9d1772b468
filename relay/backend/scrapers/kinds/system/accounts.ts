import { idOn, splitLines, machineItem, readTextOrEmpty, type MachinePart } from './machine.ts'

interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
  readonly comment: string
  readonly home: string
  readonly shell: string
}

export const accountsIn = (text: string): Account[] =>
  splitLines(text).flatMap((line) => {
    const [name = '', , uid = '', gid = '', comment = '', home = '', shell = ''] = line.split(':')
    return /^\d+$/.test(uid) ? [{ name, uid: Number(uid), gid: Number(gid), comment, home, shell }] : []
  })

export const groupsIn = (text: string): { name: string; gid: number; members: string[] }[] =>
  splitLines(text).flatMap((line) => {
    const [name = '', , gid = '', members = ''] = line.split(':')
    return /^\d+$/.test(gid) ? [{ name, gid: Number(gid), members: members.split(',').filter(Boolean).sort() }] : []
  })

export const readAccounts = async (): Promise<Account[]> => accountsIn(await readTextOrEmpty('/etc/passwd'))

export const accounts: MachinePart = async (machine) => {
  const [users, groups] = [await readAccounts(), groupsIn(await readTextOrEmpty('/etc/group'))]
  const toGroupReference = (name: string) => ({ type: 'System::Group', id: idOn(machine, 'Group', name) })
  return [
    ...users.map((user) =>
      machineItem(machine, {
        type: 'User',
        key: user.name,
        name: user.name,
        config: { ...user },
        description: user.comment.replaceAll(/,+$/g, ''),
        links: groups
          .filter(({ gid, members }) => gid === user.gid || members.includes(user.name))
          .map(({ name }) => ({ kind: 'related', relation: 'member', to: toGroupReference(name) }) as const),
      }),
    ),
    ...groups.map((group) =>
      machineItem(machine, { type: 'Group', key: group.name, name: group.name, config: { ...group } }),
    ),
  ]
}
