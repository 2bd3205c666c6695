import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Zippable } from 'fflate';
import { LOOPBACK } from '../config.ts';
import { EXTENSION_ZIP, extensionKey } from './extension-id.ts';
import type { HttpApp } from './route.ts';

const MANIFEST = 'manifest.json';
/** Fixed timestamp for reproducible archives: the first day that the zip format supports. */
const MTIME = new Date(1980, 0, 1);

interface Manifest {
  host_permissions: string[];
  [field: string]: unknown;
}

/**
 * Origins whose pages may message the extension: the installation's own. A local installation may be opened under
 * either loopback name.
 */
function originsOf(address: string): string[] {
  const url = new URL(address);
  if (!LOOPBACK.has(url.hostname)) return [url.origin];
  const names = [url.hostname, '127.0.0.1', 'localhost'];
  return [...new Set(names.map((name) => Object.assign(new URL(url), { hostname: name }).origin))];
}

/** The manifest for one installation: allowed origins, API host, and the key that determines its id. */
export function manifestFor(manifest: Manifest, address: string, version: string): Manifest {
  const own = originsOf(address).map((origin) => `${origin}/*`);
  return {
    ...manifest,
    version,
    key: extensionKey(address).toString('base64'),
    host_permissions: [...own, ...manifest.host_permissions],
    externally_connectable: { matches: own },
  };
}

/** All files of the built extension by their path in the archive. */
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

async function zipOf(dist: string, address: string, version: string): Promise<Buffer> {
  // Loaded on the first download, to keep it out of every start.
  const { zipSync } = await import('fflate');
  const files: Zippable = {};
  for (const path of filesOf(dist)) {
    const name = path.slice(dist.length + 1).replaceAll('\\', '/');
    const bytes = readFileSync(path);
    files[name] =
      name === MANIFEST
        ? Buffer.from(
            JSON.stringify(manifestFor(JSON.parse(bytes.toString('utf8')) as Manifest, address, version), null, 2),
          )
        : bytes;
  }
  return Buffer.from(zipSync(files, { mtime: MTIME, level: 9 }));
}

/**
 * Serves the browser extension, built for this installation's URL. `dist`: the built extension; `address` is known once
 * the server listens.
 */
export function serveExtension(app: HttpApp, dist: string, address: () => string, version: string): void {
  if (!existsSync(join(dist, MANIFEST))) return;
  let made: { address: string; zip: Buffer } | undefined;
  app.fastify.get(EXTENSION_ZIP, async (_request, reply) => {
    const at = address();
    if (made?.address !== at) made = { address: at, zip: await zipOf(dist, at, version) };
    return reply
      .type('application/zip')
      .header('cache-control', 'no-cache')
      .header('content-disposition', 'attachment; filename="quayside-extension.zip"')
      .send(made.zip);
  });
}
