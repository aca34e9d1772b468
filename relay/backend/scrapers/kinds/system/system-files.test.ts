import { expect, test } from 'vitest'
import { accountsIn, groupsIn } from './accounts.ts'
import { jobsIn } from './cron-jobs.ts'
import { variablesIn } from './host.ts'
import { parseApkPackages, parseDpkgPackages, parseRpmPackages } from './packages.ts'
import { shownArguments } from './processes.ts'
import { unitsIn } from './services.ts'
import { listeningIn } from './sockets.ts'
import { mountsIn } from './storage.ts'

const sockets = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:11F8 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 250999 1 0000 100 0 0 10 0
   1: 0100007F:11F8 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 251000 1 0000 100 0 0 10 0
`
const sockets6 = `  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 00000000000000000000000001000000:1538 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000   109        0 1234 1 0 100 0 0 10 0
   1: 0000000000000000FFFF00000100007F:1F90 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1235 1 0 100 0 0 10 0
   2: B80D0120000000000000000001000000:0050 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1236 1 0 100 0 0 10 0
`

test('reads listening sockets with their addresses and skips connections', () => {
  expect(listeningIn('tcp', sockets)).toEqual([
    { protocol: 'tcp', address: '127.0.0.1', port: 4600, uid: 1000, inode: '250999' },
  ])
  expect(listeningIn('tcp', sockets6).map(({ address, port }) => [address, port])).toEqual([
    ['::1', 5432],
    ['127.0.0.1', 8080],
    ['2001:db8::1', 80],
  ])
})

test('reads packages of dpkg, apk and rpm and skips removed ones', () => {
  const dpkg = `Package: bash
Status: install ok installed
Section: shells
Maintainer: Matthias Klose <doko@debian.org>
Architecture: amd64
Version: 5.2.15-2+b2
Source: bash (5.2.15-2)
Description: GNU Bourne Again SHell
 Bash is an sh-compatible command language interpreter.

Package: gone
Status: deinstall ok config-files
Version: 1
`
  expect(parseDpkgPackages(dpkg)).toEqual([
    {
      name: 'bash',
      version: '5.2.15-2+b2',
      architecture: 'amd64',
      section: 'shells',
      maintainer: 'Matthias Klose <doko@debian.org>',
      source: 'bash',
      summary: 'GNU Bourne Again SHell',
    },
  ])
  expect(
    parseApkPackages('C:Q1=\nP:musl\nV:1.2.5-r0\nA:x86_64\nT:the musl c library\no:musl\n\nP:zlib\nV:1.3\n'),
  ).toEqual([
    { name: 'musl', version: '1.2.5-r0', architecture: 'x86_64', source: 'musl', summary: 'the musl c library' },
    { name: 'zlib', version: '1.3', architecture: '', source: 'zlib', summary: '' },
  ])
  expect(parseRpmPackages('bash\t5.1.8-9.el9\tx86_64\tThe GNU Bourne Again shell\n')).toEqual([
    { name: 'bash', version: '5.1.8-9.el9', architecture: 'x86_64', summary: 'The GNU Bourne Again shell' },
  ])
})

test("reads accounts, groups, mounts and variables in the system's format", () => {
  expect(accountsIn('root:x:0:0:root:/root:/bin/bash\n+nis\n')).toEqual([
    { name: 'root', uid: 0, gid: 0, comment: 'root', home: '/root', shell: '/bin/bash' },
  ])
  expect(groupsIn('sudo:x:27:zoe,ada\nempty:x:30:\n')).toEqual([
    { name: 'sudo', gid: 27, members: ['ada', 'zoe'] },
    { name: 'empty', gid: 30, members: [] },
  ])
  const mounts = 'proc /proc proc rw 0 0\n/dev/sda1 /mnt/my\\040disk ext4 rw,noatime 0 0\n'
  expect(mountsIn(mounts)).toEqual([
    { device: '/dev/sda1', mountPoint: '/mnt/my disk', type: 'ext4', options: ['noatime', 'rw'] },
  ])
  expect(variablesIn('ID=debian\nPRETTY_NAME="Debian GNU/Linux 12"\n# x\n')).toEqual({
    ID: 'debian',
    PRETTY_NAME: 'Debian GNU/Linux 12',
  })
})

test('reads cron lines as jobs and skips settings and comments', () => {
  const crontab = `SHELL=/bin/sh
# m h dom mon dow user command
17 *	* * *	root	cd / && run-parts --report /etc/cron.hourly
@reboot ada /usr/local/bin/start --now
*/5 8-17 * * mon-fri backup rsync a b
`
  expect(jobsIn(crontab)).toEqual([
    { schedule: '17 *\t* * *', user: 'root', command: 'cd / && run-parts --report /etc/cron.hourly' },
    { schedule: '@reboot', user: 'ada', command: '/usr/local/bin/start --now' },
    { schedule: '*/5 8-17 * * mon-fri', user: 'backup', command: 'rsync a b' },
  ])
})

test('reads systemd units block by block and skips units that are only referenced', () => {
  const shown = `Id=ssh.service
Description=OpenBSD Secure Shell server
LoadState=loaded
ActiveState=active
SubState=running
MainPID=612

Id=gone.service
LoadState=not-found
`
  expect(unitsIn(shown)).toEqual([
    {
      Id: 'ssh.service',
      Description: 'OpenBSD Secure Shell server',
      LoadState: 'loaded',
      ActiveState: 'active',
      SubState: 'running',
      MainPID: '612',
    },
  ])
})

test('redacts secret arguments', () => {
  expect(
    shownArguments([
      'psql',
      '--password',
      'hunter2',
      '--port',
      '5432',
      'postgres://ada:hunter2@db/shop',
      'token=abc123',
    ]),
  ).toEqual(['psql', '--password', '***', '--port', '5432', 'postgres://ada:***@db/shop', 'token=***'])
})
