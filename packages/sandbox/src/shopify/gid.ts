/** Global ids: gid://shopify/Product/123. */
export const gid = (type: string, id: number): string => `gid://shopify/${type}/${id}`;

export function parseGid(text: unknown): { type: string; id: number } | undefined {
  const match = /^gid:\/\/shopify\/([A-Za-z]+)\/(\d+)$/.exec(String(text));
  return match ? { type: String(match[1]), id: Number(match[2]) } : undefined;
}

/** The bare id, when the text is the global id of such a thing. */
export function idOf(type: string, text: unknown): number | undefined {
  const parsed = parseGid(text);
  return parsed?.type === type ? parsed.id : undefined;
}
