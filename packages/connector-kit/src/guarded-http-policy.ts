import ipaddr from 'ipaddr.js';

/** Public by range, yet the metadata service of a cloud's machines. Source: Azure documentation, "168.63.129.16". */
const METADATA = new Set(['168.63.129.16']);

/** The IPv6 addresses that are assigned to the public internet (RFC 4291, section 2.4; IANA's registry). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address lies in the public internet. Everything else (private, loopback, link-local with the clouds'
 * 169.254.169.254, carrier-grade NAT, multicast, unique local, documentation, tunnels, unassigned) is refused. IPv4 inside
 * IPv6 (::ffff:0:0/96, and NAT64's 64:ff9b::/96) is judged by the IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js takes the deprecated ::1.2.3.4 for ::ffff:1.2.3.4.
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

/** "host:port" in the one spelling by which addresses are allowed: lower case, no brackets but IPv6's, no final dot. */
export function hostPort(target: { protocol: string; hostname: string; port: string }): string {
  const host = bareHost(target.hostname);
  const port = target.port || (target.protocol === 'https:' ? '443' : '80');
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** A URL's host without the brackets of IPv6 and without a final dot. */
export const bareHost = (hostname: string): string =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
