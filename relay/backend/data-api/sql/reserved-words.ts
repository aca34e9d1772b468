/** PostgreSQL takes none of these for the name of a type. */
export const reservedWords: ReadonlySet<string> = new Set(
  (
    'all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create ' +
    'current_catalog current_date current_role current_time current_timestamp current_user default deferrable desc ' +
    'distinct do else end except false fetch for foreign from grant group having in initially intersect into lateral ' +
    'leading limit localtime localtimestamp not null offset on only or order placing primary references returning ' +
    'select session_user some symmetric system_user table then to trailing true union unique user using variadic when ' +
    'where window with between coalesce exists extract greatest grouping inout least none nullif out overlay position ' +
    'precision row setof substring treat trim values'
  ).split(' '),
)
