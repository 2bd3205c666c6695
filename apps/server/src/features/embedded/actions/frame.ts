import type { Deps, Mode } from '../../../deps.ts';
import type { PageFrame, PageRequest } from '../../../http/web-app.ts';
import { connectedStore, storeAddress } from '../../connections/index.ts';
import { embeddedHead, wrapperHead } from '../rules/frame-head.ts';
import { getApp, getEmbedding } from './read-user.ts';

/** Where the sandbox serves its stand-in of Shopify's script. */
const STAND_IN_SCRIPT = '/shopify/app-bridge.js';

const originOf = (url: string): string => new URL(url).origin;

/** The sandbox's page that acts as the phone's wrapper may frame the app; nothing else may, and only here. */
function wrapperFrame(deps: Deps): PageFrame | undefined {
  const sandbox = deps.connectors.sandboxUrl;
  if (!sandbox) return undefined;
  const origin = originOf(sandbox);
  return { ancestors: [origin], scripts: [], head: wrapperHead(origin) };
}

/** The admin of one shop, where it is a shop and we know of it: by the platform's signature, or because it is connected. */
async function shopFrame(deps: Deps, query: Record<string, string>): Promise<PageFrame | undefined> {
  const { connector, embedding } = getEmbedding(deps, 'shopify');
  const typed = query.shop ?? '';
  let address: { baseUrl: string; mode: Mode; platformDomain: string };
  try {
    address = storeAddress(deps, connector, typed);
  } catch {
    return undefined;
  }
  const { baseUrl, mode, platformDomain } = address;
  const app = getApp(deps, 'shopify', mode);
  if (platformDomain !== typed || !app) return undefined;
  const isKnown =
    embedding.isSigned(query, app, deps.clock.millis()) ||
    (await connectedStore(deps, { platform: 'shopify', mode, platformDomain }));
  if (!isKnown) return undefined;
  const isReal = mode === 'live';
  const script = isReal ? deps.config.appBridgeUrl : `${originOf(baseUrl)}${STAND_IN_SCRIPT}`;
  return {
    ancestors: isReal ? embedding.adminOrigins(platformDomain) : [originOf(baseUrl)],
    scripts: [originOf(script)],
    head: embeddedHead({ clientId: app.clientId, script, shop: platformDomain }),
  };
}

/** Shopify's phone app shows apps in a web view without a frame. Source: @shopify/app-bridge, utilities/platform. */
const UNFRAMED = /Shopify Mobile\/|Unframed/;

/**
 * Who may frame a page of the app, by the query it was asked for with; undefined: nobody, and the page is the app on its
 * own. The page itself is told by its head how it runs, never by its address: in a frame it reads no cookie.
 */
export async function getFrame(
  deps: Deps,
  query: Record<string, string>,
  { isTab, userAgent }: PageRequest,
): Promise<PageFrame | undefined> {
  if (isTab) return query.embedded === '1' && UNFRAMED.test(userAgent) ? shopFrame(deps, query) : undefined;
  if (query.wrapper === '1') return wrapperFrame(deps);
  return query.embedded === '1' ? shopFrame(deps, query) : undefined;
}
