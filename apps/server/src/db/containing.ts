/** A pattern for `like` and `ilike`: the text anywhere, with its own wildcards taken literally. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
