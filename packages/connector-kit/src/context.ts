import type { Clock } from '@quayside/kernel';
import type { HttpClient } from './http.ts';

/** A picture itself, for platforms that take its bytes. */
export interface PictureFile {
  bytes: Uint8Array;
  /** Media type, e.g. "image/webp". */
  contentType: string;
}

/** What every connector call is given. Credentials are plain here and never logged. */
export interface ConnectorContext<Credentials = Record<string, string>> {
  http: HttpClient;
  clock: Clock;
  /** Base address of the other side; the connector's public default, or the sandbox's. */
  baseUrl: string;
  credentials: Credentials;
  /** Keeps rotated tokens; awaits the write so that a new refresh token is never lost. */
  saveCredentials(next: Credentials): Promise<void>;
  /**
   * Runs `renew` while no other worker renews these credentials, with the credentials as they are kept at that moment:
   * a token that somebody else renewed meanwhile is found there and need not be renewed again. Answers what `renew`
   * answers. Absent where only one process ever calls.
   */
  renewing?<T>(renew: (kept: Credentials) => Promise<T>): Promise<T>;
  /**
   * What a connector remembers of one connection between calls, in this process alone: it may be empty at any time. Absent:
   * nothing is remembered.
   */
  memory?: Map<string, unknown>;
  /**
   * The picture at an address that the other side cannot fetch by itself, because it lies on this machine or its network;
   * undefined where it can. Throws rejected/picture_unreachable where it is not to be had from here either. Absent: the
   * other side fetches every picture.
   */
  readPicture?(url: string): Promise<PictureFile | undefined>;
  /**
   * Awaited by the caller's side before every call that changes something at the other side; rejects while nothing may be
   * sent. Connectors do not call it.
   */
  beforeEffect?(method: string): Promise<void>;
  signal?: AbortSignal;
}

/** One field of a credentials form; the screen is built from these. */
export interface CredentialField {
  name: string;
  /** Message keys, translated by the screen. */
  labelKey: string;
  helpKey?: string;
  type: 'text' | 'url' | 'secret';
  required: boolean;
  /** Needed all the same while the field of this name is empty. */
  requiredWithout?: string;
  placeholder?: string;
}
