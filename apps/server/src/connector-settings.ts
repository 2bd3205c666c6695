import type { ConnectorId, ConnectorManifest, ConnectorSetting } from '@quayside/connector-kit';
import { z } from 'zod';

/** What the environment says of one connector: our credentials at the other side, and where that is. */
export interface ConnectorSettings {
  baseUrl?: string;
  credentials: Record<string, string>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const schemaOf = ({ minLength = 1, type }: ConnectorSetting): z.ZodType<string | undefined> =>
  (type === 'url' ? z.url({ protocol: /^https?$/ }) : z.string().min(minLength)).optional();

/** The variables of all connectors, for the schema of the settings. */
export const settingsShape = (manifests: readonly ConnectorManifest[]): Record<string, z.ZodType<string | undefined>> =>
  Object.fromEntries(manifests.flatMap(({ settings }) => settings.map((one) => [one.env, schemaOf(one)])));

/** Required settings that are missing beside others that are set; none where all or none of them are. */
const missing = ({ settings }: ConnectorManifest, env: Environment): string[] =>
  settings.some((one) => env[one.env] !== undefined)
    ? settings.filter((one) => one.required && env[one.env] === undefined).map((one) => one.env)
    : [];

/**
 * Reads the settings of every connector that has any. `refuse` is called with one sentence where some of a connector's are
 * set and a required one is not.
 */
export function readConnectorSettings(
  manifests: readonly ConnectorManifest[],
  env: Environment,
  refuse: (sentence: string) => never,
): Record<ConnectorId, ConnectorSettings> {
  const all: Record<ConnectorId, ConnectorSettings> = Object.create(null);
  for (const manifest of manifests) {
    const [first] = missing(manifest, env);
    if (first) {
      const given = manifest.settings.find((one) => env[one.env] !== undefined)?.env;
      refuse(`${given} and ${first} go together: set both or none.`);
    }
    const own: ConnectorSettings = { credentials: {} };
    for (const { env: name, sets } of manifest.settings) {
      const value = env[name];
      if (value === undefined) continue;
      if (sets === 'baseUrl') own.baseUrl = value.replace(/\/+$/, '');
      else own.credentials[sets.credential] = value;
    }
    if (manifest.settings.some((one) => env[one.env] !== undefined)) all[manifest.id] = own;
  }
  return all;
}
