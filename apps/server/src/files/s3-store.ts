import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ConnectorError, type HttpClient, type HttpRequest, type HttpResponse } from '@quayside/connector-kit';
import { AwsV4Signer } from 'aws4fetch';
import type { Config } from '../config.ts';
import { type BlobStore, FileStorageError } from './blob.ts';

const TIMEOUT_MS = 60_000;
const MOST_BYTES = 128 * 1024 * 1024;
/** Busy services refuse single requests. Source: Amazon S3, "Error responses": SlowDown, InternalError, "retry". */
const AGAIN: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
const MOST_TRIES = 3;
const FIRST_WAIT_MS = 200;
/** Someone may be waiting: what failed after this long is not repeated. */
const RETRY_WITHIN_MS = 15_000;

type Method = 'GET' | 'PUT' | 'DELETE';

const codeOf = ({ text }: HttpResponse): string => /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? 'no code';

/** A bucket of an S3-compatible service. The payload's hash is signed too, so that a changed upload is refused. */
export function createS3Store(
  http: HttpClient,
  s3: NonNullable<Config['s3']>,
  { timeoutMs = TIMEOUT_MS, tries = MOST_TRIES }: { timeoutMs?: number; tries?: number } = {},
): BlobStore {
  async function once(method: Method, key: string, hash: string, bytes?: Uint8Array): Promise<HttpResponse> {
    // Signed for each try, because a signature ends after minutes.
    const signed = await new AwsV4Signer({
      method,
      url: `${s3.bucketUrl}/${key}`,
      headers: { 'x-amz-content-sha256': hash },
      accessKeyId: s3.keyId,
      secretAccessKey: s3.secret,
      region: s3.region,
      service: 's3',
    }).sign();
    const request: HttpRequest = {
      method,
      url: signed.url.href,
      headers: Object.fromEntries(signed.headers),
      ...(bytes ? { body: bytes } : {}),
      effect: false,
      timeoutMs,
      maxBytes: MOST_BYTES,
    };
    return http.send(request);
  }

  /** Each of the three requests can be repeated: a key always has the same bytes, or none. */
  async function send(method: Method, key: string, bytes?: Uint8Array): Promise<HttpResponse> {
    const hash = createHash('sha256')
      .update(bytes ?? '')
      .digest('hex');
    const began = performance.now();
    for (let tried = 1; ; tried += 1) {
      const isLast = () => tried >= tries || performance.now() - began > RETRY_WITHIN_MS;
      try {
        const response = await once(method, key, hash, bytes);
        if (!AGAIN.has(response.status) || isLast()) return response;
      } catch (error) {
        const isOver = !(error instanceof ConnectorError) || error.kind !== 'temporary' || error.code === 'interrupted';
        if (isOver || isLast())
          throw new FileStorageError(`file storage failed at ${method}: ${(error as Error).message}`, {
            isRefusal: error instanceof ConnectorError && error.kind === 'rejected',
            cause: error,
          });
      }
      await wait(FIRST_WAIT_MS * 2 ** (tried - 1) * (0.5 + Math.random()));
    }
  }

  const refused = (method: Method, response: HttpResponse): FileStorageError =>
    new FileStorageError(`file storage returned ${response.status} to ${method}: ${codeOf(response)}`, {
      isRefusal: !AGAIN.has(response.status),
    });
  /** A bucket that does not exist is answered with 404 too, and is no missing object. */
  const isGone = (response: HttpResponse): boolean => response.status === 404 && codeOf(response) !== 'NoSuchBucket';

  return {
    async put(key, bytes) {
      const response = await send('PUT', key, bytes);
      if (response.status >= 300) throw refused('PUT', response);
    },
    async get(key) {
      const response = await send('GET', key);
      if (isGone(response)) return undefined;
      if (response.status >= 300) throw refused('GET', response);
      return response.body;
    },
    async remove(key) {
      const response = await send('DELETE', key);
      if (response.status >= 300 && !isGone(response)) throw refused('DELETE', response);
    },
  };
}
