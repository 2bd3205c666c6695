import type { IncomingMessage } from 'node:http';
import { type Config, LOOPBACK } from '../config.ts';

type Reach = Pick<Config, 'appUrl' | 'host'>;

/** Whether the installation is reachable from other machines. */
export const isReachable = ({ appUrl, host }: Reach): boolean => appUrl !== undefined || !LOOPBACK.has(host);

/** Headers that proxies, CDNs and tunnels add to forwarded requests. */
const FORWARDING =
  /^(forwarded|via|cdn-loop|x-(forwarded|original|envoy)(-.+)?|(x-)?((cluster|true|fastly|fly)-)?client-ip|x-real-ip|cf-.+)$/;

const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * Whether a request comes from this machine according to its raw headers: a loopback host and no forwarding headers.
 * Only meaningful while the server listens on a loopback address, because remote callers control their headers.
 */
export function looksLocal({ headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): boolean {
  if (!LOOPBACK_NAME.test(headers.host ?? '')) return false;
  // Node keeps the first of two Host headers; a proxy may have used the second.
  if (rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1) return false;
  return !Object.keys(headers).some((name) => FORWARDING.test(name));
}

/**
 * Sign-in rule of the demo account. `here`: public password or one click, on this machine only; `password`: reachable
 * installation with the sandbox on, random password printed at start; `closed`: no sandbox or no demo account.
 */
export type DemoDoor = 'here' | 'password' | 'closed';

export const demoDoor = (config: Reach & Pick<Config, 'sandbox' | 'sandboxDemo'>): DemoDoor =>
  config.sandbox && config.sandboxDemo ? (isReachable(config) ? 'password' : 'here') : 'closed';

/** Whether a caller may enter the demo account at all. */
export function mayEnterDemo(
  config: Reach & Pick<Config, 'sandbox' | 'sandboxDemo'>,
  visitor: { isHere?: boolean },
): boolean {
  const door = demoDoor(config);
  return door === 'password' || (door === 'here' && visitor.isHere === true);
}

/**
 * Whether a caller may see and control the sandbox: anyone on this machine, or, on a reachable installation, its demo
 * account and operators.
 */
export function maySeeSandbox(
  config: Reach & Pick<Config, 'sandbox'>,
  who: { isHere?: boolean; account?: { isDemo: boolean; isOperator: boolean } },
): boolean {
  if (!config.sandbox) return false;
  if (!isReachable(config)) return who.isHere === true;
  return who.account?.isDemo === true || who.account?.isOperator === true;
}
