import { consoleLogType } from '#relay/backend/logs/console-log.ts'
import type { Queryable } from '#relay/database/database.ts'

const selectItems = (type: string) => [{ types: [`System::${type}`] }]

const group = (name: string, type: string, icon: string, shown: string) => ({
  name,
  selector: selectItems(type),
  display: {
    expr: `size(results) == 0 ? [] : [{"name": "${name}", "type": "Group", "icon": "${icon}", "components": results.map(r, {
      "name": ${shown}, "type": "${type}", "icon": "${icon}", "configID": r.id, "externalID": r.id, "description": r.type
    })}]`,
  },
})

const fact = (name: string, label: string, field: string, more: object = {}) => ({
  name,
  label,
  configLookup: { config: { types: ['System::Host'] }, field },
  ...more,
})

const check = (name: string) => [{ selector: { scope: 'quarterdeck/console', name } }]

const createSpec = (dataDir: string) => ({
  schedule: '@every 20s',
  components: [
    {
      name: 'This machine',
      type: 'Machine',
      icon: 'server',
      configs: selectItems('Host'),
      properties: [
        fact('os', 'System', '$.os.name', { headline: true }),
        fact('cpus', 'CPUs', '$.cpus.count', { headline: true }),
        fact('memory', 'Memory', '$.memoryBytes', { headline: true, unit: 'bytes' }),
        fact('kernel', 'Kernel', '$.kernel'),
        fact('booted', 'Booted', '$.bootedAt', { type: 'age' }),
      ],
      components: [
        {
          name: 'File systems',
          type: 'Group',
          icon: 'storage',
          lookup: { catalog: [{ name: 'file systems', selector: selectItems('FileSystem') }] },
        },
      ],
      lookup: {
        catalog: [
          group('Network', 'NetworkInterface', 'network', 'r.name'),
          group('Listening programs', 'Process', 'process', 'r.name + " " + r.config.listensOn[0]'),
          group('Services', 'Service', 'service', 'r.name'),
        ],
      },
    },
    {
      name: 'Quarterdeck',
      type: 'Application',
      icon: 'application',
      logs: [{ name: 'console', type: consoleLogType }],
      components: [
        { name: 'Relay', type: 'Service', icon: 'server', checks: check('console') },
        { name: 'Database', type: 'Database', icon: 'database', checks: check('database') },
        { name: 'Notifications', type: 'Service', icon: 'notification', checks: check('notifications') },
        { name: 'Name resolution', type: 'Service', icon: 'network', checks: check('name resolution') },
        {
          name: 'Data',
          type: 'Storage',
          icon: 'storage',
          checks: check('disk space'),
          properties: [
            {
              name: 'free',
              label: 'Free',
              headline: true,
              unit: 'bytes',
              thresholds: { warning: 10, unhealthy: 3 },
              lookup: {
                folder: [
                  {
                    name: 'free space',
                    path: dataDir,
                    display: { expr: '{"value": availableSize, "max": totalSize}' },
                  },
                ],
              },
            },
          ],
        },
      ],
    },
  ],
})

export const createSelfTopology = async (database: Queryable, dataDir: string): Promise<boolean> => {
  const spec = createSpec(dataDir)
  const { affectedRows } = await database.query(
    `insert into topologies (name, namespace, spec, source, schedule)
     select 'console', 'quarterdeck', $1::jsonb, 'UI', $2
      where not exists (select from topologies)`,
    [spec, spec.schedule],
  )
  return affectedRows > 0
}
