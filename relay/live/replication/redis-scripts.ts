/** KEYS of every script: leader, state, changes, channel. ARGV[1]: the owner. */
const owned = "if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end\n"
const keep = "for i = 2, 3 do redis.call('pexpire', KEYS[i], 3600000) end\n"

export const renewScript = `${owned}${keep}return redis.call('pexpire', KEYS[1], ARGV[2])`

export const initialiseScript = `${owned}
redis.call('del', KEYS[2], KEYS[3])
redis.call('hset', KEYS[2], 'owner', ARGV[1], 'epoch', ARGV[2], 'version', ARGV[3], 'state', ARGV[4])
${keep}redis.call('publish', KEYS[4], ARGV[5])
return 1`

export const rebaseScript = `${owned}
if redis.call('hget', KEYS[2], 'epoch') ~= ARGV[2] then return 0 end
redis.call('hset', KEYS[2], 'state', ARGV[3])
redis.call('xtrim', KEYS[3], 'MINID', ARGV[4] .. '-0')
return 1`

export const claimScript = `${owned}
if redis.call('exists', KEYS[2]) == 0 then return 0 end
redis.call('hset', KEYS[2], 'owner', ARGV[1])
redis.call('publish', KEYS[4], ARGV[2])
return 1`

/** Only the leader can append, and only to exactly the previous version. ARGV: owner, epoch, from, version, change. */
export const appendScript = `${owned}
local at = redis.call('hmget', KEYS[2], 'owner', 'epoch', 'version')
if at[1] ~= ARGV[1] or at[2] ~= ARGV[2] or at[3] ~= ARGV[3] then return 0 end
redis.call('hset', KEYS[2], 'version', ARGV[4])
redis.call('xadd', KEYS[3], ARGV[4] .. '-0', 'change', ARGV[5])
${keep}redis.call('publish', KEYS[4], ARGV[5])
return 1`

export const leaveScript = `${owned}
redis.call('del', KEYS[1])
redis.call('publish', KEYS[4], ARGV[2])
return 1`
