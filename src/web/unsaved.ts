/** Tab → the question to ask before its work is lost. */
export const unsaved = new Map<string, string>()
