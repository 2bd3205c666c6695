import type { ConnectorId, ConnectorManifest } from '@quayside/connector-kit';
import type { Config } from './config.ts';
import type { Connectors, Mode } from './deps.ts';
import { getManifests, type Installed } from './installed/index.ts';
import { guardConnectors } from './sending/index.ts';

/** A running sandbox: its URL, and the app credentials its emulators accept. */
export interface SandboxWorld {
  baseUrl: string;
  addresses: Readonly<Record<ConnectorId, string>>;
  credentials: Readonly<Record<ConnectorId, Record<string, string>>>;
  /** Base URLs of shops that are identified by a domain of their platform. */
  stores: Readonly<Record<ConnectorId, Record<string, string>>>;
  /** Parent URL of shops that are identified by their URL. */
  shopsBelow: Readonly<Record<ConnectorId, string>>;
}

/** The warehouse of this installation as a supplier of its own: where it is in this process, and our key for it. */
export interface OwnSupplier {
  id: ConnectorId;
  baseUrl: string;
  credentials: Record<string, string>;
}

const isLoopback = (host: string): boolean => /^(localhost|\[::1\]|\[::\]|0\.0\.0\.0|127(\.\d+){3})$/.test(host);

/** Whether a URL, in any notation, leads to the same port of this machine. */
function reaches(url: string, door: string): boolean {
  if (!URL.canParse(url)) return false;
  const [one, other] = [new URL(url), new URL(door)];
  const samePort = (one.port || '80') === (other.port || '80');
  return samePort && (one.hostname === other.hostname || (isLoopback(one.hostname) && isLoopback(other.hostname)));
}

/**
 * Locates the outside systems. Sandbox URLs come only from the sandbox itself, and any URL inside it implies sandbox
 * mode, so that no one can pass one off as a real platform.
 */
export function connectorRegistry(
  config: Pick<Config, 'connectors'>,
  installed: Installed,
  sandbox: SandboxWorld | undefined,
  own?: OwnSupplier,
): Connectors {
  const manifests = new Map<ConnectorId, ConnectorManifest>(getManifests(installed).map((one) => [one.id, one]));
  const liveAddress = (id: ConnectorId): string | undefined => {
    // Without the operator's account there is no provider.
    if (installed.payments[id] && !config.connectors[id]) return undefined;
    return ownOf(id)?.baseUrl ?? config.connectors[id]?.baseUrl ?? manifests.get(id)?.liveBaseUrl;
  };
  // Another Quayside's warehouse that the settings name goes before ours.
  const ownOf = (id: ConnectorId): OwnSupplier | undefined =>
    own?.id === id && !config.connectors[id] ? own : undefined;
  return {
    ...guardConnectors(installed),
    baseUrl: (id, mode: Mode) => (mode === 'live' ? liveAddress(id) : sandbox?.addresses[id]),
    isServedHere: (id, mode) => mode === 'live' && ownOf(id) !== undefined,
    isSandboxUrl: (url) => sandbox !== undefined && reaches(url, sandbox.baseUrl),
    isSandboxShop: (platform, url) => {
      const below = sandbox?.shopsBelow[platform];
      if (below === undefined || !reaches(url, below)) return false;
      return new URL(url).pathname.startsWith(new URL(below).pathname);
    },
    sandboxUrl: sandbox?.baseUrl,
    sandboxStore: (platform, platformDomain) => sandbox?.stores[platform]?.[platformDomain],
    appCredentials: (id, mode) =>
      mode === 'sandbox' ? sandbox?.credentials[id] : (ownOf(id) ?? config.connectors[id])?.credentials,
  };
}
