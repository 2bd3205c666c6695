import type { Links } from '@quayside/contracts';
import type { Config } from '../config.ts';
import { EXTENSION_ZIP, extensionId } from './extension-id.ts';

/** External links for the web app. */
export const getLinks = ({ links, ownUrl }: Pick<Config, 'links' | 'ownUrl'>): Links => ({
  help: links.help ?? null,
  community: links.community ?? null,
  partners: links.partners ?? null,
  researcher: links.researcher ?? null,
  apps: links.apps ?? null,
  extension_chrome: links.extensionChrome ?? null,
  extension_edge: links.extensionEdge ?? null,
  extension_own: { id: extensionId(ownUrl), address: `${ownUrl}${EXTENSION_ZIP}` },
});
