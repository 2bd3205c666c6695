import type { GalleryImage } from '@quayside/contracts';
import { useCallback, useRef, useState } from 'react';
import { api, errorText } from '../../../lib/api.ts';
import { randomId } from '../../../lib/random-id.ts';
import type { UploadItem } from './uploads.ts';

/** Files sent at the same time. */
const AT_ONCE = 2;

interface Task {
  id: string;
  name: string;
  form: FormData;
  onImage?(image: GalleryImage): void;
}

const formOf = (part: 'file' | 'link', value: File | string): FormData => {
  const form = new FormData();
  if (typeof value === 'string') form.set(part, value);
  else form.set(part, value, value.name);
  return form;
};

/**
 * Uploads to the library, two at a time, with the state of each. They go on when the picker closes. `onAdded` runs after every
 * added image.
 */
export function useUploads(onAdded: () => unknown) {
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const waiting = useRef<Task[]>([]);
  const running = useRef(0);

  const settle = useCallback(
    (id: string, change: Partial<UploadItem>) =>
      setItems((now) => now.map((item) => (item.id === id ? { ...item, ...change } : item))),
    [],
  );
  const send = useCallback(
    async ({ id, form, onImage }: Task): Promise<void> => {
      try {
        const { image, error } = await api('POST /center/products/galleries/upload', { body: form, quiet: true });
        settle(id, image ? { status: 'done' } : { status: 'error', error: error ?? '' });
        if (image) {
          await onAdded();
          onImage?.(image);
        }
      } catch (error) {
        settle(id, { status: 'error', error: errorText(error) });
      }
    },
    [settle, onAdded],
  );
  const next = useCallback((): void => {
    while (running.current < AT_ONCE) {
      const task = waiting.current.shift();
      if (!task) return;
      running.current += 1;
      void send(task).finally(() => {
        running.current -= 1;
        next();
      });
    }
  }, [send]);
  const start = useCallback(
    (tasks: Task[]): void => {
      setItems((now) => [...now, ...tasks.map(({ id, name }) => ({ id, name, status: 'processing' as const }))]);
      waiting.current.push(...tasks);
      next();
    },
    [next],
  );

  return {
    items,
    addFiles: (files: readonly File[], onImage?: (image: GalleryImage) => void) =>
      start(
        files.map((file) => ({
          id: randomId(),
          name: file.name,
          form: formOf('file', file),
          ...(onImage ? { onImage } : {}),
        })),
      ),
    addLink: (link: string) => start([{ id: randomId(), name: link, form: formOf('link', link) }]),
    /** Shows files that are not sent. */
    refuse: (names: readonly string[], error: string) =>
      setItems((now) => [...now, ...names.map((name) => ({ id: randomId(), name, status: 'error' as const, error }))]),
    clear: () => setItems([]),
  };
}
