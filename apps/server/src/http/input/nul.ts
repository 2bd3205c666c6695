/**
 * Path of a text or field name that contains a NUL, which PostgreSQL can't store; undefined: none. An empty path is the
 * value itself.
 */
export function pathOfNul(value: unknown): string | undefined {
  const waiting: { value: unknown; path: string }[] = [{ value, path: '' }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value: seen, path } = next;
    if (typeof seen === 'string' && seen.includes('\0')) return path;
    if (typeof seen !== 'object' || seen === null) continue;
    for (const name of Object.keys(seen)) {
      const inner: unknown = (seen as Record<string, unknown>)[name];
      if (name.includes('\0')) return join(path, name.replaceAll('\0', ''));
      if (typeof inner === 'string' ? inner.includes('\0') : typeof inner === 'object' && inner !== null)
        waiting.push({ value: inner, path: join(path, name) });
    }
  }
  return undefined;
}

const join = (path: string, name: string): string => (path && name ? `${path}.${name}` : path || name);
