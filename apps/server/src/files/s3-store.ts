import { createHash } from 'node:crypto';
import type { HttpClient, HttpRequest, HttpResponse } from '@quayside/connector-kit';
import { AwsV4Signer } from 'aws4fetch';
import type { Config } from '../config.ts';
import type { BlobStore } from './blob.ts';

const TIMEOUT_MS = 60_000;
const MOST_BYTES = 128 * 1024 * 1024;

/** A bucket of an S3-compatible service. The payload's hash is signed too, so that a changed upload is refused. */
export function createS3Store(http: HttpClient, s3: NonNullable<Config['s3']>): BlobStore {
  async function send(method: 'GET' | 'PUT' | 'DELETE', key: string, bytes?: Uint8Array): Promise<HttpResponse> {
    const signed = await new AwsV4Signer({
      method,
      url: `${s3.bucketUrl}/${key}`,
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(bytes ?? '')
          .digest('hex'),
      },
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
      timeoutMs: TIMEOUT_MS,
      maxBytes: MOST_BYTES,
    };
    return http.send(request);
  }

  const fail = (method: string, { status, text }: HttpResponse): Error =>
    new Error(`file storage returned ${status} to ${method}: ${/<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? 'no code'}`);

  return {
    async put(key, bytes) {
      const response = await send('PUT', key, bytes);
      if (response.status >= 300) throw fail('PUT', response);
    },
    async get(key) {
      const response = await send('GET', key);
      if (response.status === 404) return undefined;
      if (response.status >= 300) throw fail('GET', response);
      return response.body;
    },
    async remove(key) {
      const response = await send('DELETE', key);
      if (response.status >= 300 && response.status !== 404) throw fail('DELETE', response);
    },
  };
}
