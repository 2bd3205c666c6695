import { ApiError, api } from '../../../lib/api.ts';
import { type UploadMemory, uploadInParts } from './upload-parts.ts';

const PATH = '/center/products/galleries/uploads';

/** In this tab only, so that two tabs never share an upload. */
function memoryOf({ name, size, lastModified }: File): UploadMemory {
  const key = `quayside.upload.${name}.${size}.${lastModified}`;
  return {
    read: () => sessionStorage.getItem(key),
    write: (id) => (id ? sessionStorage.setItem(key, id) : sessionStorage.removeItem(key)),
  };
}

/** The SHA-256 of a part in hex; undefined on pages without HTTPS, where browsers offer none. */
async function hashOf(part: Blob): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', await part.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const mayRetry = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 ||
    error.status >= 500 ||
    ['UPLOAD_OFFSET', 'UPLOAD_PART_DAMAGED', 'RATE_LIMIT'].includes(error.code) ||
    /^HTTP_5/.test(error.code));

/** Uploads a photo in parts and adds it to the library. */
export const sendPhoto = (file: File, isMobile: boolean, onProgress: (share: number) => void) =>
  uploadInParts(
    file,
    {
      start: () => api(`POST ${PATH}`, { body: { name: file.name, bytes: file.size }, quiet: true }),
      state: (id) =>
        api(`GET ${PATH}/{gallery_upload_id}`, { params: { gallery_upload_id: id } }).catch((error: unknown) => {
          if (error instanceof ApiError && error.code === 'UPLOAD_NOT_FOUND') return undefined;
          throw error;
        }),
      send: async (id, offset, part) => {
        const sha256 = await hashOf(part);
        return api(`PUT ${PATH}/{gallery_upload_id}/parts`, {
          params: { gallery_upload_id: id },
          query: { offset, ...(sha256 ? { sha256 } : {}) },
          body: part,
          quiet: true,
        });
      },
      finish: (id) =>
        api(`POST ${PATH}/{gallery_upload_id}/finish`, {
          params: { gallery_upload_id: id },
          body: { is_mobile: isMobile },
          quiet: true,
        }),
      mayRetry,
      wait: (ms) => new Promise((done) => setTimeout(done, ms)),
    },
    memoryOf(file),
    onProgress,
  );
