/** Actor of automatic changes, such as a rule that opens an incident. */
export const consolePersonId = '01890a5d-0000-7000-8000-000000000002'
