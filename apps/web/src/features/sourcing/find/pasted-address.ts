/** The address of a page that was pasted where one searches; undefined for words. */
export function pastedAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (!/^https?:\/\/[^\s/]+\.[^\s]+$/i.test(text) && !/^https?:\/\/(?:localhost|\[)[^\s]*$/i.test(text))
    return undefined;
  return text.length <= 2_000 && URL.canParse(text) ? text : undefined;
}
