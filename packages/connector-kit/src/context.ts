import type { Clock } from '@quayside/kernel';
import type { HttpClient } from './http.ts';

/** An image file, for platforms that take bytes. */
export interface PictureFile {
  bytes: Uint8Array;
  /** Media type, e.g. "image/webp". */
  contentType: string;
}

export type StockLocationState = 'active' | 'inactive' | 'deleted';

/** The store's location that the owner chose for stock. */
export interface ChosenLocation {
  id: string;
  /** As it was last seen. */
  state: StockLocationState;
  /** Records another state than the last one. */
  report(state: StockLocationState): Promise<void>;
}

/** Passed to every connector call. Credentials are plain text here and never logged. */
export interface ConnectorContext<Credentials = Record<string, string>> {
  http: HttpClient;
  clock: Clock;
  /** Base URL of the other side: the connector's public default, or the sandbox's. */
  baseUrl: string;
  credentials: Credentials;
  /** Stores rotated tokens; await it, so that a new refresh token is never lost. */
  saveCredentials(next: Credentials): Promise<void>;
  /**
   * Runs `renew` exclusively with the currently stored credentials, which another worker may have just renewed, and
   * returns its result. Absent where only one process ever calls.
   */
  renewing?<T>(renew: (kept: Credentials) => Promise<T>): Promise<T>;
  /** Per-connection memory of this process, which may be empty at any time. Absent: none. */
  memory?: Map<string, unknown>;
  /**
   * Reads an image that the other side can't fetch because its URL is on this machine or network; undefined if it can.
   * Throws rejected/picture_unreachable when the image is unavailable here too; absent: the other side fetches every
   * image.
   */
  readPicture?(url: string): Promise<PictureFile | undefined>;
  /** Where stock is written, on channels with the capability. Absent: at the store's own default. */
  stockLocation?: ChosenLocation;
  /** Called by the server before every write and rejects while sending is paused. Connectors don't call it. */
  beforeEffect?(method: string): Promise<void>;
  signal?: AbortSignal;
}

/** A field of a credentials form. */
export interface CredentialField {
  name: string;
  /** Message keys, translated by the screen. */
  labelKey: string;
  helpKey?: string;
  type: 'text' | 'url' | 'secret';
  required: boolean;
  /** Required only while the field of this name is empty. */
  requiredWithout?: string;
  placeholder?: string;
}
