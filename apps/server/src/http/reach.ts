import type { IncomingMessage } from 'node:http';
import { type Config, LOOPBACK } from '../config.ts';

type Reach = Pick<Config, 'appUrl' | 'host'>;

/** Whether others than the people at this machine can reach the installation. */
export const isReachable = ({ appUrl, host }: Reach): boolean => appUrl !== undefined || !LOOPBACK.has(host);

/** What proxies, content networks and tunnels add to a request that they pass on. */
const FORWARDING =
  /^(forwarded|via|cdn-loop|x-(forwarded|original|envoy)(-.+)?|(x-)?((cluster|true|fastly|fly)-)?client-ip|x-real-ip|cf-.+)$/;

const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * Whether a request was made on this machine, as far as its headers tell: it asks for a loopback name, and nobody passed it
 * on. Judged on the raw headers, before anything is believed of a proxy. Says something only where the server listens on a
 * loopback address; elsewhere the caller controls it.
 */
export function looksLocal({ headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): boolean {
  if (!LOOPBACK_NAME.test(headers.host ?? '')) return false;
  // Node keeps the first of two Host headers; a proxy may have gone by the second.
  if (rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1) return false;
  return !Object.keys(headers).some((name) => FORWARDING.test(name));
}

/**
 * How the demo account is entered. `here`: with the password that everybody knows, or by one click, on this machine alone.
 * `password`: strangers can reach the installation and its operator switched the sandbox on; the password is made for it and
 * printed at each start. `closed`: there is no sandbox, or it has no demo account.
 */
export type DemoDoor = 'here' | 'password' | 'closed';

export const demoDoor = (config: Reach & Pick<Config, 'sandbox' | 'sandboxDemo'>): DemoDoor =>
  config.sandbox && config.sandboxDemo ? (isReachable(config) ? 'password' : 'here') : 'closed';

/** Whether somebody who asks from there may be let into the demo account at all. */
export function mayEnterDemo(
  config: Reach & Pick<Config, 'sandbox' | 'sandboxDemo'>,
  visitor: { isHere?: boolean },
): boolean {
  const door = demoDoor(config);
  return door === 'password' || (door === 'here' && visitor.isHere === true);
}

/**
 * Whether somebody may see and control the sandbox: a person at this machine, or, where strangers can reach the
 * installation, only its demo account and its operators.
 */
export function maySeeSandbox(
  config: Reach & Pick<Config, 'sandbox'>,
  who: { isHere?: boolean; account?: { isDemo: boolean; isOperator: boolean } },
): boolean {
  if (!config.sandbox) return false;
  if (!isReachable(config)) return who.isHere === true;
  return who.account?.isDemo === true || who.account?.isOperator === true;
}
