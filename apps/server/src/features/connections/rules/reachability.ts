import type { MessageParams } from '@quayside/kernel';

/** A sentence for a person: a key of the message catalogue with its parameters. */
export interface Problem {
  key: string;
  params?: MessageParams;
}

const LOCAL_NAMES = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/i;
const LOCAL_V4 = /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
const LOCAL_V6 = /^(::1?$|f[cd]|fe[89ab])/i;

/** Whether a host can be meant for the whole internet: neither this machine nor a private network, and not a bare name. */
export function isPublicHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '');
  if (/^\d+(\.\d+){3}$/.test(name)) return !LOCAL_V4.test(name);
  if (name.includes(':')) return !LOCAL_V6.test(name);
  return name.includes('.') && !LOCAL_NAMES.test(name);
}

/**
 * Where the other side can call us. Sandbox stores live on this machine and reach us as a browser here does; real ones
 * need APP_URL to be an address of the internet, some of them with https.
 */
export function callBase(input: {
  appUrl: string | undefined;
  ownUrl: string;
  mode: 'live' | 'sandbox';
  needsHttps: boolean;
  /** What the call is for: connecting can also be done by pasted keys, and the reason says so. */
  purpose: 'connect' | 'webhooks';
}): { base: string } | { reason: Problem } {
  if (input.mode === 'sandbox') return { base: input.ownUrl };
  const because = (key: string, params?: MessageParams) => ({
    reason: { key: input.purpose === 'webhooks' ? `WEBHOOKS_${key}` : key, ...(params ? { params } : {}) },
  });
  if (!input.appUrl) return because('APP_URL_NOT_SET');
  const { hostname, protocol } = new URL(input.appUrl);
  if (!isPublicHost(hostname)) return because('APP_URL_NOT_PUBLIC', { address: input.appUrl });
  if (input.needsHttps && protocol !== 'https:') return because('APP_URL_NOT_HTTPS', { address: input.appUrl });
  return { base: input.appUrl };
}
