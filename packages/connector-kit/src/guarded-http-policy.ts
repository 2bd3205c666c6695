import ipaddr from 'ipaddr.js';

/** A public address that serves cloud metadata. Source: Azure documentation, "168.63.129.16". */
const METADATA = new Set(['168.63.129.16']);

/** The IPv6 range assigned to the public internet (RFC 4291, section 2.4; IANA's registry). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to the public internet; refuses private, loopback, link-local (169.254.169.254),
 * carrier-grade NAT, multicast, unique local, documentation, tunnel and unassigned ranges. IPv4 inside IPv6
 * (::ffff:0:0/96 and NAT64's 64:ff9b::/96) is judged as IPv4.
 */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js treats the deprecated ::1.2.3.4 as ::ffff:1.2.3.4.
  if (!ipaddr.isValid(address) || /^::\d+\./.test(address)) return false;
  const parsed = ipaddr.process(address);
  if (METADATA.has(parsed.toString())) return false;
  if (parsed instanceof ipaddr.IPv6 && parsed.range() === 'rfc6052') {
    const bytes = parsed.toByteArray().slice(-4);
    return isPublicAddress(ipaddr.fromByteArray(bytes).toString());
  }
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST)) return false;
  return parsed.range() === 'unicast';
}

/** Normalized "host:port" for the allow list: lower case, brackets only for IPv6, no trailing dot. */
export function hostPort(target: { protocol: string; hostname: string; port: string }): string {
  const host = bareHost(target.hostname);
  const port = target.port || (target.protocol === 'https:' ? '443' : '80');
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** A URL's host without IPv6 brackets and trailing dot. */
export const bareHost = (hostname: string): string =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
