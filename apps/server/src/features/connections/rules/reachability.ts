import type { MessageParams } from '@quayside/kernel';

/** A message key with its parameters. */
export interface Problem {
  key: string;
  params?: MessageParams;
}

const LOCAL_NAMES = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/i;
const LOCAL_V4 = /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
const LOCAL_V6 = /^(::1?$|f[cd]|fe[89ab])/i;

/** Whether a host can be public: not this machine, a private network or a bare name. */
export function isPublicHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '');
  if (/^\d+(\.\d+){3}$/.test(name)) return !LOCAL_V4.test(name);
  if (name.includes(':')) return !LOCAL_V6.test(name);
  return name.includes('.') && !LOCAL_NAMES.test(name);
}

/** Why the other side can't call us. For connecting, API keys are the alternative, so the reason suggests them. */
const REASONS = {
  connect: { notSet: 'APP_URL_NOT_SET', notPublic: 'APP_URL_NOT_PUBLIC', notHttps: 'APP_URL_NOT_HTTPS' },
  webhooks: {
    notSet: 'WEBHOOKS_APP_URL_NOT_SET',
    notPublic: 'WEBHOOKS_APP_URL_NOT_PUBLIC',
    notHttps: 'WEBHOOKS_APP_URL_NOT_HTTPS',
  },
} as const;

/**
 * Base URL where the other side can call us. Sandbox stores are on this machine; real ones need a public APP_URL, some
 * with https.
 */
export function callBase(input: {
  appUrl: string | undefined;
  ownUrl: string;
  mode: 'live' | 'sandbox';
  needsHttps: boolean;
  /** The purpose of the call. */
  purpose: 'connect' | 'webhooks';
}): { base: string } | { reason: Problem } {
  if (input.mode === 'sandbox') return { base: input.ownUrl };
  const { notSet, notPublic, notHttps } = REASONS[input.purpose];
  if (!input.appUrl) return { reason: { key: notSet } };
  const { hostname, protocol } = new URL(input.appUrl);
  if (!isPublicHost(hostname)) return { reason: { key: notPublic, params: { address: input.appUrl } } };
  if (input.needsHttps && protocol !== 'https:')
    return { reason: { key: notHttps, params: { address: input.appUrl } } };
  return { base: input.appUrl };
}
