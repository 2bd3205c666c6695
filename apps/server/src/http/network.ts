/** The eight groups of an IPv6 address; undefined for anything else. */
function groupsOf(address: string): string[] | undefined {
  const [head = '', tail, ...more] = (address.split('%')[0] ?? '').split('::');
  if (more.length > 0) return undefined;
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = 8 - left.length - right.length;
  if (missing < 0 || (tail === undefined && missing > 0)) return undefined;
  return [...left, ...Array.from({ length: missing }, () => '0'), ...right];
}

/**
 * Rate-limit key of an address: the IPv4 address, or the first 64 bits of IPv6, which one subscriber controls entirely
 * (RFC 6177). IPv4-mapped IPv6 counts as IPv4.
 */
export function getNetwork(address: string): string {
  const inner = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (inner) return inner;
  if (!address.includes(':')) return address;
  const groups = groupsOf(address);
  return groups
    ? `${groups
        .slice(0, 4)
        .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
        .join(':')}::/64`
    : address;
}
