export type Nested = string | Nested[] | { [name: string]: Nested };

/**
 * A form body with brackets as Stripe reads it: `line_items[0][price_data][currency]=usd`. A list may be written with
 * numbers or as `expand[]`.
 */
export function nest(flat: Record<string, string | string[]>): Record<string, Nested> {
  const root: Record<string, Nested> = {};
  for (const [name, value] of Object.entries(flat)) {
    const path = name.replaceAll(']', '').split('[');
    for (const one of Array.isArray(value) ? value : [value]) put(root, path, one);
  }
  return lists(root) as Record<string, Nested>;
}

function put(into: Record<string, Nested>, [key = '', ...rest]: string[], value: string): void {
  // An empty bracket adds to the list.
  const name = key === '' ? String(Object.keys(into).length) : key;
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const below = into[name];
  const next = typeof below === 'object' && !Array.isArray(below) ? below : {};
  into[name] = next;
  put(next, rest, value);
}

/** Objects whose names are 0, 1, 2 ... are lists. */
function lists(value: Nested): Nested {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, lists(one)] as const);
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at));
  return isList ? entries.map(([, one]) => one) : Object.fromEntries(entries);
}
