import type { Links } from '@quayside/contracts';
import type { Config } from '../config.ts';

/** The addresses outside, as screens read them. */
export const linksOf = ({ links }: Pick<Config, 'links'>): Links => ({
  help: links.help ?? null,
  community: links.community ?? null,
  partners: links.partners ?? null,
  researcher: links.researcher ?? null,
  extension_chrome: links.extensionChrome ?? null,
  extension_edge: links.extensionEdge ?? null,
});
