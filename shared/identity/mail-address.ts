/**
 * A mail address as it is compared: without blanks around it, in lower case as ASCII knows it. Letters beyond ASCII stay as they
 * are, since some of them become an ASCII letter in lower case and would make one address of two.
 */
export const mailAddress = (text: string): string => text.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
