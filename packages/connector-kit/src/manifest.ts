import type { CredentialField } from './context.ts';

/**
 * Permanent id of a connector in rows, URLs and settings: 2 to 40 lowercase letters, digits and hyphens, starting with
 * a letter. Rows may contain ids of connectors that are no longer installed.
 */
export type ConnectorId = string;

/** An environment variable of a connector. All required ones are set, or none. */
export interface ConnectorSetting {
  env: string;
  /** The value it sets: the live system's base URL, or one of our credentials there. */
  sets: 'baseUrl' | { credential: string };
  type: 'text' | 'secret' | 'url';
  required: boolean;
  /** Default 1. */
  minLength?: number;
  /** For operators, in English. */
  help: string;
}

export interface ConnectorWebhooks {
  /** Webhooks are delivered to https URLs only. */
  needsHttps: boolean;
  /**
   * What signs them. connection: a secret we chose for the connection; app: our app's secret, shared by all
   * connections; account: the other side's secret, stored with the credentials.
   */
  signedWith: 'connection' | 'app' | 'account';
}

/** Ways for an owner to connect; none: nothing to do. */
export interface ConnectWays {
  /** The owner enters keys. */
  keys?: { fields: readonly CredentialField[] };
  /**
   * The owner grants access on the other side's page. Keys arrive with the browser's redirect, which works with any
   * URL, or are posted to our https URL.
   */
  browser?: { keysComeBy: 'redirect' | 'post' };
}

/** A connector's self-description, so that no other code needs to know it. */
export interface ConnectorManifest {
  id: ConnectorId;
  /** Display name. */
  label: string;
  /** Absent: it is part of Quayside. */
  homepage?: string;
  /** Badge: one or two letters on a color (#rrggbb). */
  mark: { letters: string; color: string };
  /** Base URL of the live system. Absent: a setting has it, or each connection its own. */
  liveBaseUrl?: string;
  settings: readonly ConnectorSetting[];
  connect: ConnectWays;
  /** Absent: sends no webhooks. */
  webhooks?: ConnectorWebhooks;
}

/** Key fields that an owner enters; empty if there are none. */
export const keyFields = ({ connect }: Pick<ConnectorManifest, 'connect'>): readonly CredentialField[] =>
  connect.keys?.fields ?? [];

const ID = /^[a-z][a-z0-9-]{1,39}$/;

/** Faults of a manifest as English sentences; empty if it is valid. */
export function manifestFaults(manifest: ConnectorManifest): string[] {
  const { homepage, id, label, mark, settings } = manifest;
  const faults: string[] = [];
  if (!ID.test(id)) faults.push(`The id "${id}" is not 2 to 40 lower-case letters, digits and hyphens.`);
  if (label.trim() === '') faults.push(`${id} has no label.`);
  if (homepage !== undefined && !/^https:\/\//.test(homepage))
    faults.push(`The home page of ${id} is not an https address.`);
  if (!/^\S{1,2}$/u.test(mark.letters)) faults.push(`The mark of ${id} is not one or two letters.`);
  if (!/^#[0-9a-f]{6}$/.test(mark.color)) faults.push(`The colour of ${id} is not written as #rrggbb.`);
  for (const { env } of settings)
    if (!/^[A-Z][A-Z0-9_]+$/.test(env)) faults.push(`The setting ${env} of ${id} is not the name of a variable.`);
  return faults;
}
