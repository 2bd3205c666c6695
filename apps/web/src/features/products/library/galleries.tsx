import { Button } from '@mantine/core';
import { GALLERY_FILE, MOST_GALLERY_IMAGES } from '@quayside/contracts/gallery-limits.ts';
import { ImageUp } from 'lucide-react';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { useMay } from '../../../lib/use-may.ts';
import { ImageGrid } from './image-grid.tsx';
import classes from './library.module.css';
import { ACCEPTED, isNearEnd, SCROLL_REST_MS, sortFiles } from './uploads.ts';
import type { useGallery } from './use-gallery.ts';
import type { useUploads } from './use-uploads.ts';

interface Props {
  gallery: ReturnType<typeof useGallery>;
  uploads: ReturnType<typeof useUploads>;
  room: number;
  chosen: readonly string[];
  taken: readonly string[];
  onChoose(url: string): void;
}

/** The library: a drop zone, adding from a URL, and its images, loaded while scrolling. */
export function Galleries({ gallery, uploads, room, chosen, taken, onChoose }: Props) {
  const { t } = useTranslation('library');
  const { number } = useFormats();
  const may = useMay().may('products.change');
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [left, setLeft] = useState({ skipped: 0, dropped: 0 });
  const { images, loadMore, isLoadingMore } = gallery;

  useEffect(() => {
    const own = list.current;
    if (!own) return;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(rest);
      rest = setTimeout(() => isNearEnd(own) && loadMore(), SCROLL_REST_MS);
    };
    // A window taller than the first page never scrolls.
    onScroll();
    own.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(rest);
      own.removeEventListener('scroll', onScroll);
    };
  }, [loadMore]);

  function take(files: readonly File[]): void {
    const { upload, tooLarge, skipped, dropped } = sortFiles(files, room);
    setLeft({ skipped, dropped });
    uploads.refuse(
      tooLarge.map((file) => file.name),
      t('imageOverSize', { size: GALLERY_FILE.megabytes }),
    );
    uploads.addFiles(upload);
  }
  function onDrop(event: DragEvent): void {
    event.preventDefault();
    setIsOver(false);
    if (may) take([...event.dataTransfer.files]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside is the first
    <div
      ref={list}
      className={classes.scroll}
      onDragOver={(event) => {
        event.preventDefault();
        if (may) setIsOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={onDrop}
    >
      <div className={classes.zone} data-over={isOver || undefined}>
        <ImageUp size={24} strokeWidth={1.5} aria-hidden />
        <p className={classes.drop}>{t('drop')}</p>
        <MayButton needs="products.change" variant="default" size="xs" onClick={() => input.current?.click()}>
          {t('browse')}
        </MayButton>
        <p className={classes.quiet}>{t('limits', { size: GALLERY_FILE.megabytes })}</p>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept={ACCEPTED}
          aria-label={t('browse')}
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])];
            // The same file may be chosen once more.
            event.currentTarget.value = '';
            take(files);
          }}
        />
      </div>
      {may ? <AddFromUrl uploads={uploads} /> : null}
      <div role="status" className={classes.quiet}>
        {left.skipped > 0 ? <p>{t('skipped', { count: left.skipped })}</p> : null}
        {left.dropped > 0 ? <p>{t('dropped', { count: left.dropped, most: number(MOST_GALLERY_IMAGES) })}</p> : null}
      </div>
      {gallery.isPending ? (
        <div className={classes.grid} aria-hidden>
          {[0, 1, 2, 3].map((one) => (
            <SkeletonBox key={one} width="100%" height={180} />
          ))}
        </div>
      ) : gallery.error ? (
        <ErrorState small error={gallery.error} onRetry={gallery.retry} />
      ) : images.length === 0 ? (
        <p className={classes.quiet}>{t('empty')}</p>
      ) : (
        <ImageGrid
          images={images.map((image) => ({
            url: image.image_url,
            name: image.name,
            note: `${number(image.width)} × ${number(image.height)}`,
          }))}
          chosen={chosen}
          taken={taken}
          onChoose={onChoose}
        />
      )}
      {isLoadingMore ? <SkeletonBox width="100%" height={40} /> : null}
    </div>
  );
}

function AddFromUrl({ uploads }: Pick<Props, 'uploads'>) {
  const { t } = useTranslation('library');
  const id = useId();
  const [typed, setTyped] = useState('');
  const url = typed.trim();
  const isRunning = uploads.items.some((item) => item.status === 'processing');
  return (
    <form
      className={classes.url}
      onSubmit={(event) => {
        event.preventDefault();
        if (url === '' || isRunning) return;
        uploads.addLink(url);
        setTyped('');
      }}
    >
      <label htmlFor={id} className="visually-hidden">
        {t('url')}
      </label>
      <input
        id={id}
        className={classes.input}
        inputMode="url"
        maxLength={2000}
        placeholder="https://"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={url === '' || isRunning}>
        {t('addUrl')}
      </Button>
    </form>
  );
}
