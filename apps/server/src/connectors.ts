import type { ChannelId, PaymentConnector, SupplierId } from '@quayside/connector-kit';
import type { Config } from './config.ts';
import type { Connectors, Mode } from './deps.ts';
import { guardConnectors } from './sending/index.ts';

type OutsideId = SupplierId | PaymentConnector['id'];

/** What a running sandbox tells of itself: its address, and the app credentials that its stand-ins know. */
export interface SandboxWorld {
  baseUrl: string;
  addresses: Partial<Record<OutsideId, string>>;
  credentials: Partial<Record<ChannelId | OutsideId, Record<string, string>>>;
  /** Base addresses of the shops that are known by a domain of their platform. */
  stores: Partial<Record<ChannelId, Record<string, string>>>;
  /** Below which address the shops are that are known by their address. */
  shopsBelow: Partial<Record<ChannelId, string>>;
}

const LIVE_ADDRESSES: Partial<Record<OutsideId, string>> = {
  cj: 'https://developers.cjdropshipping.com/api2.0/v1',
  stripe: 'https://api.stripe.com',
};

function liveCredentials(config: Config): Partial<Record<ChannelId | OutsideId, Record<string, string>>> {
  const { shopify, stripe, cjApiKey, warehouse } = config.providers;
  return {
    ...(shopify ? { shopify: { ...shopify } } : {}),
    ...(stripe ? { stripe: { secretKey: stripe.secretKey, webhookSecret: stripe.webhookSecret ?? '' } } : {}),
    ...(cjApiKey ? { cj: { apiKey: cjApiKey } } : {}),
    ...(warehouse ? { quayside: { key: warehouse.key } } : {}),
  };
}

const isLoopback = (host: string): boolean => /^(localhost|\[::1\]|\[::\]|0\.0\.0\.0|127(\.\d+){3})$/.test(host);

/** Whether an address, however it is written, leads to the same door of this machine. */
function reaches(url: string, door: string): boolean {
  if (!URL.canParse(url)) return false;
  const [one, other] = [new URL(url), new URL(door)];
  const samePort = (one.port || '80') === (other.port || '80');
  return samePort && (one.hostname === other.hostname || (isLoopback(one.hostname) && isLoopback(other.hostname)));
}

/**
 * Where the outside systems are. The sandbox's addresses come from the sandbox itself; nobody can type one in and have it
 * taken for a real platform, since an address inside the sandbox always means sandbox mode.
 */
export function connectorRegistry(
  config: Config,
  implementations: Pick<Connectors, 'channels' | 'suppliers' | 'payments'>,
  sandbox: SandboxWorld | undefined,
): Connectors {
  const live = liveCredentials(config);
  const addresses: Record<Mode, Partial<Record<OutsideId, string>>> = {
    live: { ...LIVE_ADDRESSES, ...(config.providers.warehouse ? { quayside: config.providers.warehouse.url } : {}) },
    sandbox: sandbox?.addresses ?? {},
  };
  return {
    ...guardConnectors(implementations),
    baseUrl: (id, mode) => {
      if (mode === 'live' && id === 'stripe' && !live.stripe) return undefined;
      return addresses[mode][id];
    },
    isSandboxUrl: (url) => sandbox !== undefined && reaches(url, sandbox.baseUrl),
    isSandboxShop: (platform, url) => {
      const below = sandbox?.shopsBelow[platform];
      if (below === undefined || !reaches(url, below)) return false;
      return new URL(url).pathname.startsWith(new URL(below).pathname);
    },
    sandboxStore: (platform, platformDomain) => sandbox?.stores[platform]?.[platformDomain],
    appCredentials: (id, mode) => (mode === 'sandbox' ? sandbox?.credentials[id] : live[id]),
  };
}
