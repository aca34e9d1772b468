/** Keys of every script: who leads, how the feed stands, its changes, and the channel. The first argument is who speaks. */
const owned = "if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end\n"
const keep = "for i = 2, 3 do redis.call('pexpire', KEYS[i], 3600000) end\n"

/** Prolongs the lead; 0 when it is another's. ARGV: owner, ms. */
export const renewScript = `${owned}${keep}return redis.call('pexpire', KEYS[1], ARGV[2])`

/** Puts the state for all in its place, whatever was there. ARGV: owner, epoch, version, state, message. */
export const initialiseScript = `${owned}
redis.call('del', KEYS[2], KEYS[3])
redis.call('hset', KEYS[2], 'owner', ARGV[1], 'epoch', ARGV[2], 'version', ARGV[3], 'state', ARGV[4])
${keep}redis.call('publish', KEYS[4], ARGV[5])
return 1`

/** A newer state in the place of the old one, and no more changes than are of use. ARGV: owner, epoch, state, first change to keep. */
export const rebaseScript = `${owned}
if redis.call('hget', KEYS[2], 'epoch') ~= ARGV[2] then return 0 end
redis.call('hset', KEYS[2], 'state', ARGV[3])
redis.call('xtrim', KEYS[3], 'MINID', ARGV[4] .. '-0')
return 1`

/** Goes on with what another relay led. ARGV: owner, message. */
export const claimScript = `${owned}
if redis.call('exists', KEYS[2]) == 0 then return 0 end
redis.call('hset', KEYS[2], 'owner', ARGV[1])
redis.call('publish', KEYS[4], ARGV[2])
return 1`

/** Makes a change true: only by who leads, and only on top of exactly the version before. ARGV: owner, epoch, from, version, change. */
export const appendScript = `${owned}
local at = redis.call('hmget', KEYS[2], 'owner', 'epoch', 'version')
if at[1] ~= ARGV[1] or at[2] ~= ARGV[2] or at[3] ~= ARGV[3] then return 0 end
redis.call('hset', KEYS[2], 'version', ARGV[4])
redis.call('xadd', KEYS[3], ARGV[4] .. '-0', 'change', ARGV[5])
${keep}redis.call('publish', KEYS[4], ARGV[5])
return 1`

/** Lets the lead go. ARGV: owner, message. */
export const leaveScript = `${owned}
redis.call('del', KEYS[1])
redis.call('publish', KEYS[4], ARGV[2])
return 1`
