/**
 * The variants of each part of a listing when its product is pushed again: those switched off leave, new ones join the last part.
 *
 * @param parts variant ids by part, in order.
 * @param enabled variant ids to be sold, in their order.
 */
export function variantsAgain(parts: readonly (readonly string[])[], enabled: readonly string[]): string[][] {
  const there = new Set(parts.flat());
  const left = parts.map((part) => new Set(part));
  const added = enabled.filter((id) => !there.has(id));
  return parts.map((_part, at) => [
    ...enabled.filter((id) => left[at]?.has(id)),
    ...(at === parts.length - 1 ? added : []),
  ]);
}
