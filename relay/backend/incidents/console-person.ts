/** Who acts where the console does so by itself: a rule that opens an incident, a definition of done that resolves it. */
export const consolePersonId = '01890a5d-0000-7000-8000-000000000002'
