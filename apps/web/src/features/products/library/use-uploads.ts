import type { GalleryImage } from '@quayside/contracts';
import { GALLERY_FILE } from '@quayside/contracts/gallery-limits.ts';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api, errorText } from '../../../lib/api.ts';
import { randomId } from '../../../lib/random-id.ts';
import { sendPhoto } from './send-photo.ts';
import type { UploadItem } from './uploads.ts';

/** Files sent at the same time. */
const AT_ONCE = 2;

interface Result {
  image: GalleryImage | null;
  error: string | null;
}
interface Task {
  id: string;
  name: string;
  send(onProgress: (share: number) => void): Promise<Result>;
  onImage?: ((image: GalleryImage) => void) | undefined;
}

const sendForm = (part: 'file' | 'link', value: File | string): Promise<Result> => {
  const form = new FormData();
  if (typeof value === 'string') form.set(part, value);
  else form.set(part, value, value.name);
  return api('POST /center/products/galleries/upload', { body: form, quiet: true });
};

/**
 * Uploads to the library, two at a time, with the state of each. They continue after the picker closes. `onAdded` runs after every
 * added image.
 */
export function useUploads(onAdded: () => unknown) {
  const { t } = useTranslation('library');
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const waiting = useRef<Task[]>([]);
  const running = useRef(0);

  const settle = useCallback(
    (id: string, change: Partial<UploadItem>) =>
      setItems((now) => now.map((item) => (item.id === id ? { ...item, ...change } : item))),
    [],
  );
  const run = useCallback(
    async ({ id, send, onImage }: Task): Promise<void> => {
      try {
        const { image, error } = await send((share) => settle(id, { share }));
        settle(id, image ? { status: 'done' } : { status: 'error', error: error ?? '' });
        if (image) {
          await onAdded();
          onImage?.(image);
        }
      } catch (error) {
        settle(id, { status: 'error', error: error instanceof ApiError ? errorText(error) : t('processFailed') });
      }
    },
    [settle, onAdded, t],
  );
  const next = useCallback((): void => {
    while (running.current < AT_ONCE) {
      const task = waiting.current.shift();
      if (!task) return;
      running.current += 1;
      void run(task).finally(() => {
        running.current -= 1;
        next();
      });
    }
  }, [run]);
  const start = useCallback(
    (tasks: Task[]): void => {
      setItems((now) => [...now, ...tasks.map(({ id, name }) => ({ id, name, status: 'processing' as const }))]);
      waiting.current.push(...tasks);
      next();
    },
    [next],
  );
  const add = (
    files: readonly File[],
    send: (file: File, onProgress: (share: number) => void) => Promise<Result>,
    onImage?: (image: GalleryImage) => void,
  ) =>
    start(
      files.map((file) => ({
        id: randomId(),
        name: file.name,
        send: (onProgress) => send(file, onProgress),
        onImage,
      })),
    );

  return {
    items,
    addFiles: (files: readonly File[], onImage?: (image: GalleryImage) => void) =>
      add(files, (file) => sendForm('file', file), onImage),
    /** Photos of any size up to the limit of uploads in parts. */
    addPhotos: (files: readonly File[], isMobile: boolean, onImage: (image: GalleryImage) => void) =>
      add(
        files,
        (file, onProgress) =>
          file.size > GALLERY_FILE.most ? sendPhoto(file, isMobile, onProgress) : sendForm('file', file),
        onImage,
      ),
    addLink: (link: string) => start([{ id: randomId(), name: link, send: () => sendForm('link', link) }]),
    /** Shows files that are not sent. */
    refuse: (names: readonly string[], error: string) =>
      setItems((now) => [...now, ...names.map((name) => ({ id: randomId(), name, status: 'error' as const, error }))]),
    clear: () => setItems([]),
  };
}
