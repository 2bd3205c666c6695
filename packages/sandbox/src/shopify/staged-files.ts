import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { World } from '../core/world.ts';

export interface StagedInput {
  filename: string;
  mimeType: string;
  resource: string;
  httpMethod?: string | null;
}

const KEY = /^[0-9a-f-]{36}$/;

/** Where files are sent before anything is made of them: a place each, good for one file of the kind it was asked for. */
export function createStagedFiles(world: World) {
  const folder = join(world.dataDir, 'shopify-staged');
  const places = new Map<string, { shop: string; type: string; signature: string }>();
  const fileOf = (key: string): string => join(folder, key);
  return {
    /** A place as the API names it: where to send the file with which fields, and where it then lies. */
    place(shop: string, filename: string, type: string) {
      const key = randomUUID();
      const signature = randomUUID();
      places.set(key, { shop, type, signature });
      const base = `${world.baseUrl()}/shopify/${shop}/staged`;
      const parameters = { 'Content-Type': type, success_action_status: '201', acl: 'private', key, signature };
      return {
        url: base,
        resourceUrl: `${base}/${key}/${encodeURIComponent(filename)}`,
        parameters: Object.entries(parameters).map(([name, value]) => ({ name, value })),
      };
    },
    /** Keeps a file that was sent as a form; what is wrong with it, as the storage says it. */
    async take(shop: string, contentType: string, body: Buffer): Promise<string | undefined> {
      const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
        .formData()
        .catch(() => undefined);
      const [last] = [...(form?.keys() ?? [])].slice(-1);
      const file = form?.get('file');
      if (!form || !(file instanceof Blob) || last !== 'file') return 'InvalidPolicyDocument';
      const place = places.get(String(form.get('key')));
      if (place?.shop !== shop || place.signature !== form.get('signature')) return 'AccessDenied';
      if (form.get('Content-Type') !== place.type || form.get('acl') !== 'private') return 'AccessDenied';
      mkdirSync(folder, { recursive: true });
      writeFileSync(fileOf(String(form.get('key'))), Buffer.from(await file.arrayBuffer()));
      return undefined;
    },
    /** The file that an address of a place stands for. */
    read(source: string): { bytes: Buffer; type: string } | undefined {
      const key = /\/staged\/([^/]+)\//.exec(URL.parse(source)?.pathname ?? '')?.[1] ?? '';
      const place = places.get(key);
      if (!place || !KEY.test(key) || !existsSync(fileOf(key))) return undefined;
      return { bytes: readFileSync(fileOf(key)), type: place.type };
    },
  };
}
