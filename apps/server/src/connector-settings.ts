import type { ConnectorId, ConnectorManifest, ConnectorSetting } from '@quayside/connector-kit';
import { z } from 'zod';

/** Settings of one connector: our credentials at the other side, and its URL. */
export interface ConnectorSettings {
  baseUrl?: string;
  credentials: Record<string, string>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const schemaOf = ({ minLength = 1, type }: ConnectorSetting): z.ZodType<string | undefined> =>
  (type === 'url' ? z.url({ protocol: /^https?$/ }) : z.string().min(minLength)).optional();

/** Environment variables of all connectors, for the settings schema. */
export const settingsShape = (manifests: readonly ConnectorManifest[]): Record<string, z.ZodType<string | undefined>> =>
  Object.fromEntries(manifests.flatMap(({ settings }) => settings.map((one) => [one.env, schemaOf(one)])));

/**
 * Reads the settings of every configured connector. `refuse` is called with one sentence when a required one is
 * missing.
 */
export function readConnectorSettings(
  manifests: readonly ConnectorManifest[],
  env: Environment,
  refuse: (sentence: string) => never,
): Record<ConnectorId, ConnectorSettings> {
  const all: Record<ConnectorId, ConnectorSettings> = Object.create(null);
  for (const manifest of manifests) {
    const given = manifest.settings.filter((one) => env[one.env] !== undefined);
    if (given.length === 0) continue;
    const missing = manifest.settings.find((one) => one.required && env[one.env] === undefined);
    if (missing) refuse(`${given[0]?.env} and ${missing.env} must be set together: set both or neither.`);
    const own: ConnectorSettings = { credentials: {} };
    for (const { env: name, sets } of given) {
      const value = env[name] ?? '';
      if (sets === 'baseUrl') own.baseUrl = value.replace(/\/+$/, '');
      else own.credentials[sets.credential] = value;
    }
    all[manifest.id] = own;
  }
  return all;
}
