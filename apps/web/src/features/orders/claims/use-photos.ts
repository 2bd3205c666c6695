import type { StoredFile } from '@quayside/contracts';
import { REFUND_PHOTO_FILE } from '@quayside/contracts/file-limits.ts';
import { useState } from 'react';
import { api, errorText } from '../../../lib/api.ts';

/** Photos that are uploaded while the form is filled in. `tooLarge`: what to say of a file above the limit. */
export function usePhotos(tooLarge: (name: string) => string) {
  const [photos, setPhotos] = useState<readonly StoredFile[]>([]);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function add(files: readonly File[]): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      for (const file of files) {
        if (file.size > REFUND_PHOTO_FILE.most) {
          setFailure(tooLarge(file.name));
          continue;
        }
        const photo = await api('POST /files/refund-photos', { query: { name: file.name }, body: file, quiet: true });
        setPhotos((now) => [...now, photo]);
      }
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  const remove = (id: string) => setPhotos((now) => now.filter((photo) => photo.id !== id));
  return { photos, busy, failure, add, remove };
}
