/** Lower-cases ASCII only: some other characters become ASCII in lower case and would merge two addresses. */
export const mailAddress = (text: string): string => text.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
