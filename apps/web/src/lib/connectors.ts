import type { ConnectorAbility, ConnectorFacts } from '@quayside/contracts';
import { nameWithoutConnector } from '@quayside/contracts/connector-names.ts';
import { api } from './api.ts';
import { readPageFacts } from './page-facts.ts';

/** The server's connectors, loaded before the first screen; see loadConnectors. */
let known: readonly ConnectorFacts[] = [];

/** Loads the installation's connectors once, from the page if it includes them. On failure screens show ids. */
export async function loadConnectors(): Promise<void> {
  setConnectors(readPageFacts()?.connectors ?? (await api('GET /meta/connectors', {})).items);
}

/** Sets names and logos from now on. */
export const setConnectors = (all: readonly ConnectorFacts[]): void => {
  known = all;
};

const find = (id: string): ConnectorFacts | undefined => known.find((one) => one.id === id);

/** Display name of a connector, even if it is not installed (any more). Brand names are not translated. */
export const connectorName = (id: string): string => find(id)?.label ?? nameWithoutConnector(id);

/** Letters and color of a connector's badge; default: the first letter of its name. */
export const connectorMark = (id: string): { letters: string; color?: string } =>
  find(id)?.mark ?? { letters: connectorName(id).slice(0, 1) };

/** Connectors of a kind, in the server's order. */
export const getConnectors = (kind: ConnectorFacts['kind']): readonly ConnectorFacts[] =>
  known.filter((one) => one.kind === kind);

/** URL templates of a store's admin with {domain} and {order}; undefined: none. */
export const getAdminPages = (id: string): { home: string; order: string } | undefined =>
  find(id)?.admin_pages ?? undefined;

export const connectorCan = (id: string, ability: ConnectorAbility): boolean =>
  find(id)?.can.includes(ability) === true;
