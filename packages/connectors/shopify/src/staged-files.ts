import { type ConnectorContext, ConnectorError, type ListingInput, type PictureFile } from '@quayside/connector-kit';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { refuseUserErrors } from './errors.ts';
import { fileInputs, fileName, namedFile } from './map-files.ts';
import type { RawStagedTarget } from './raw.ts';

/** Places asked for at a time: they are good for a while only. */
const AT_ONCE = 10;
const UPLOAD_MS = 120_000;

const unreachable = (detail: string): ConnectorError =>
  new ConnectorError('rejected', detail, { code: 'picture_unreachable' });

/** A place that was made and not used is forgotten by Shopify itself: a lost answer has done nothing. */
async function placesFor(ctx: ConnectorContext, files: readonly (readonly [string, PictureFile])[]) {
  const input = files.map(([url, { contentType }]) => ({
    resource: 'IMAGE',
    httpMethod: 'POST',
    filename: namedFile(url, contentType),
    mimeType: contentType,
  }));
  const { stagedUploadsCreate } = await run(ctx, documents.stageUploads, { input }, input.length).catch((error) => {
    if (error instanceof ConnectorError && error.kind === 'unknown')
      throw new ConnectorError('temporary', error.detail, { cause: error });
    throw error;
  });
  refuseUserErrors('Shopify refused to take pictures', stagedUploadsCreate?.userErrors ?? []);
  const places = stagedUploadsCreate?.stagedTargets ?? [];
  if (places.length !== files.length)
    throw new ConnectorError('unexpected', `Shopify gave ${places.length} places for ${files.length} pictures`);
  return places;
}

/** Sends the bytes as a form: the place's own fields first, the file last. Source: shopify.dev, "Upload media to Shopify". */
async function upload(ctx: ConnectorContext, place: RawStagedTarget, name: string, file: PictureFile): Promise<string> {
  const { url, resourceUrl, parameters } = place;
  if (!url || !resourceUrl)
    throw new ConnectorError('unexpected', 'Shopify gave a place for a picture without address');
  const form = new FormData();
  for (const parameter of parameters) form.append(parameter.name, parameter.value);
  form.append('file', new Blob([Buffer.from(file.bytes)], { type: file.contentType }), name);
  const packed = new Response(form);
  const response = await ctx.http.send({
    method: 'POST',
    url,
    headers: { 'content-type': packed.headers.get('content-type') ?? '' },
    body: new Uint8Array(await packed.arrayBuffer()),
    // Sent twice it lies in two places, of which one is forgotten.
    effect: false,
    timeoutMs: UPLOAD_MS,
    ...(ctx.signal ? { signal: ctx.signal } : {}),
  });
  if (response.status >= 200 && response.status < 300) return resourceUrl;
  const detail = `Shopify's storage answered HTTP ${response.status} to a picture`;
  if (response.status >= 500 || response.status === 429) throw new ConnectorError('temporary', detail);
  throw unreachable(detail);
}

/**
 * Brings pictures that Shopify cannot fetch to it: those that the context has the bytes of, and that are not at Shopify
 * yet. Answers the address at Shopify by the picture's own. Throws rejected/picture_unreachable for one that it does not take.
 */
export async function stageFiles(
  ctx: ConnectorContext,
  input: ListingInput,
  mediaIds: ReadonlyMap<string, string> = new Map(),
): Promise<Map<string, string>> {
  const staged = new Map<string, string>();
  const { readPicture } = ctx;
  if (!readPicture) return staged;
  const wanted = [...fileInputs(input, new Map()).byUrl.keys()].filter(
    (url) => !mediaIds.has(url) && !mediaIds.has(fileName(url) ?? ''),
  );
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const files: (readonly [string, PictureFile])[] = [];
    for (const url of wanted.slice(at, at + AT_ONCE)) {
      const file = await readPicture(url);
      if (!file) continue;
      if (!file.contentType.startsWith('image/')) throw unreachable(`${url} is no picture (${file.contentType})`);
      files.push([url, file]);
    }
    if (files.length === 0) continue;
    const places = await placesFor(ctx, files);
    for (const [index, [url, file]] of files.entries()) {
      const place = places[index];
      if (place) staged.set(url, await upload(ctx, place, namedFile(url, file.contentType), file));
    }
  }
  return staged;
}
