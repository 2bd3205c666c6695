import type { ConnectorAbility, ConnectorFacts } from '@quayside/contracts';
import { nameWithoutConnector } from '@quayside/contracts/connector-names.ts';
import { api } from './api.ts';
import { readPageFacts } from './page-facts.ts';

/** What the server says of its connectors. They are there before the first screen is; see loadConnectors. */
let known: readonly ConnectorFacts[] = [];

/** Reads the connectors of the installation once, from the page where it carries them. Without an answer screens show ids. */
export async function loadConnectors(): Promise<void> {
  setConnectors(readPageFacts()?.connectors ?? (await api('GET /meta/connectors', {})).items);
}

/** Names and marks are these from now on. */
export const setConnectors = (all: readonly ConnectorFacts[]): void => {
  known = all;
};

const find = (id: string): ConnectorFacts | undefined => known.find((one) => one.id === id);

/** What people call a connector, also one that is not installed (any more). Proper names are not translated. */
export const connectorName = (id: string): string => find(id)?.label ?? nameWithoutConnector(id);

/** The letters and the colour of a connector's mark. One without a mark of its own has the first letter of its name. */
export const connectorMark = (id: string): { letters: string; color?: string } =>
  find(id)?.mark ?? { letters: connectorName(id).slice(0, 1) };

/** The connectors of a kind, in the server's order. */
export const connectorsOf = (kind: ConnectorFacts['kind']): readonly ConnectorFacts[] =>
  known.filter((one) => one.kind === kind);

/** Pages of a store's own admin, with {domain} and {order} in them; undefined: there are none. */
export const adminPagesOf = (id: string): { home: string; order: string } | undefined =>
  find(id)?.admin_pages ?? undefined;

export const connectorCan = (id: string, ability: ConnectorAbility): boolean =>
  find(id)?.can.includes(ability) === true;
