import { changeSecrets } from '#relay/backend/secrets/change-secrets.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import { splitLines, machineItem, namesIn, readTextOrEmpty, type MachinePart } from './machine.ts'

export const jobsIn = (text: string): { schedule: string; user: string; command: string }[] =>
  splitLines(text).flatMap((line) => {
    const [, schedule, user = '', command = ''] =
      /^\s*(@\w+|(?:[\d*][\d*,/-]*|\*)(?:\s+[\w*,/-]+){4})\s+(\S+)\s+(.+)$/.exec(line) ?? []
    return schedule === undefined || line.trim().startsWith('#') ? [] : [{ schedule, user, command }]
  })

export const cronJobs: MachinePart = async (machine) => {
  const files = ['/etc/crontab', ...(await namesIn('/etc/cron.d')).map((name) => `/etc/cron.d/${name}`)]
  const found = await Promise.all(
    files.map(async (file) =>
      jobsIn(await readTextOrEmpty(file)).map(({ schedule, user, command }, index) =>
        machineItem(machine, {
          type: 'CronJob',
          key: `${file}#${index + 1}`,
          name: `${file.replace(/^\/etc\//, '')}#${index + 1}`,
          config: { file, schedule, user, command: changeSecrets(command, () => maskedSecret) },
          description: schedule,
        }),
      ),
    ),
  )
  return found.flat()
}
