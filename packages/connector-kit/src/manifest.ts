import type { CredentialField } from './context.ts';

/**
 * Names a connector in rows, addresses and settings: 2 to 40 lower-case letters, digits and hyphens, a letter first. It never
 * changes. An id in a row may be of a connector that is not installed any more.
 */
export type ConnectorId = string;

/** One environment variable of a connector. All required ones are set, or none. */
export interface ConnectorSetting {
  env: string;
  /** What it sets: the base address of the live system, or one of our own credentials there. */
  sets: 'baseUrl' | { credential: string };
  type: 'text' | 'secret' | 'url';
  required: boolean;
  /** Default 1. */
  minLength?: number;
  /** For whoever runs the installation, in English. */
  help: string;
}

export interface ConnectorWebhooks {
  /** They are delivered to https addresses only. */
  needsHttps: boolean;
  /**
   * What signs them. connection: the secret that we chose for the connection. app: our app's own, the same for every
   * connection. account: one of the other side's, kept with the connection's credentials.
   */
  signedWith: 'connection' | 'app' | 'account';
}

/** The ways for an owner to connect; none of them: there is nothing for an owner to do. */
export interface ConnectWays {
  /** The owner types keys. */
  keys?: { fields: readonly CredentialField[] };
  /**
   * The owner grants access on a page of the other side. The keys come with the browser that returns, which works wherever the
   * browser reaches us, or are posted to our https address.
   */
  browser?: { keysComeBy: 'redirect' | 'post' };
}

/** What a connector says about itself, so that no other code has to know it. */
export interface ConnectorManifest {
  id: ConnectorId;
  /** The name that people know it by. */
  label: string;
  /** Absent: it is a part of Quayside. */
  homepage?: string;
  /** Its mark on the screen: one or two letters on a colour (#rrggbb). */
  mark: { letters: string; color: string };
  /** Base address of the live system. Absent: a setting names it, or each connection has its own. */
  liveBaseUrl?: string;
  settings: readonly ConnectorSetting[];
  connect: ConnectWays;
  /** Absent: it sends none. */
  webhooks?: ConnectorWebhooks;
}

/** The fields of the keys that an owner types; none where there is nothing to type. */
export const keyFields = ({ connect }: Pick<ConnectorManifest, 'connect'>): readonly CredentialField[] =>
  connect.keys?.fields ?? [];

const ID = /^[a-z][a-z0-9-]{1,39}$/;

/** What is wrong with a manifest, in English sentences; none where it is sound. */
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
