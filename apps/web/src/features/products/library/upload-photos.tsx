import type { GalleryImage } from '@quayside/contracts';
import { LARGEST_UPLOAD } from '@quayside/contracts/file-limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { type DragEvent, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { useMay } from '../../../lib/use-may.ts';
import { useIsMobile } from '../../../lib/use-media.ts';
import classes from './library.module.css';
import { UploadCard } from './upload-card.tsx';
import { findUnsupported, PHOTOS } from './uploads.ts';
import { GALLERY_KEY } from './use-gallery.ts';
import { useUploads } from './use-uploads.ts';

const LARGEST_MB = LARGEST_UPLOAD / 1024 / 1024;

/** Uploads photos straight into a product: large ones in parts that continue after an interruption. Import it lazily. */
export default function UploadPhotos({ onAdd }: { onAdd(url: string): void }) {
  const { t } = useTranslation('library');
  const client = useQueryClient();
  const mobile = useIsMobile();
  const may = useMay().may('products.change');
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [unsupported, setUnsupported] = useState<string>();
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: GALLERY_KEY }), [client]);
  const uploads = useUploads(refresh);

  function take(files: readonly File[]): void {
    const wrong = findUnsupported(files);
    setUnsupported(wrong?.name);
    if (wrong) return;
    const tooLarge = files.filter((file) => file.size > LARGEST_UPLOAD);
    uploads.refuse(
      tooLarge.map((file) => file.name),
      t('imageOverSize', { size: LARGEST_MB }),
    );
    const photos = files.filter((file) => file.size <= LARGEST_UPLOAD);
    uploads.addPhotos(photos, mobile, (image: GalleryImage) => onAdd(image.image_url));
  }
  function onDrop(event: DragEvent): void {
    event.preventDefault();
    setIsOver(false);
    if (may) take([...event.dataTransfer.files]);
  }

  return (
    <div className={classes.photos}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside is the first */}
      <div
        className={classes.strip}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          if (may) setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
      >
        <MayButton
          needs="products.change"
          variant="default"
          size="xs"
          leftSection={<Upload size={14} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {t('uploadPhotos')}
        </MayButton>
        <span className={classes.quiet}>{t('photoLimits', { size: LARGEST_MB })}</span>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept={PHOTOS}
          aria-label={t('uploadPhotos')}
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])];
            // The same file may be chosen once more.
            event.currentTarget.value = '';
            take(files);
          }}
        />
      </div>
      {unsupported ? (
        <p className={classes.refused} role="alert">
          {t('unsupported', { file: unsupported })}
        </p>
      ) : null}
      <UploadCard items={uploads.items} onClear={uploads.clear} />
    </div>
  );
}
