import { ActionIcon, Button } from '@mantine/core';
import type { StoredFile } from '@quayside/contracts';
import { MOST_REFUND_PHOTOS, REFUND_PHOTO_FILE } from '@quayside/contracts/file-limits.ts';
import { ImagePlus, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './claims.module.css';
import type { usePhotos } from './use-photos.ts';

/** Photos in a row, each opening in its own tab. */
export function PhotoRow({ photos, onRemove }: { photos: readonly StoredFile[]; onRemove?(id: string): void }) {
  const { t } = useTranslation('claims');
  if (photos.length === 0) return null;
  return (
    <ul className={classes.photos}>
      {photos.map((photo) => (
        <li key={photo.id} className={classes.photo}>
          <a href={photo.url} target="_blank" rel="noreferrer">
            <img src={photo.url} alt={photo.name} loading="lazy" />
          </a>
          {onRemove ? (
            <ActionIcon
              className={classes.remove}
              size="sm"
              variant="default"
              aria-label={t('form.removePhoto', { name: photo.name })}
              onClick={() => onRemove(photo.id)}
            >
              <X size={14} aria-hidden />
            </ActionIcon>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

interface Props {
  upload: ReturnType<typeof usePhotos>;
  /** The supplier wants at least one. */
  needed: boolean;
  error?: string | undefined;
}

/** Adds photos to a request. */
export function PhotoField({ upload, needed, error }: Props) {
  const { t } = useTranslation('claims');
  const input = useRef<HTMLInputElement>(null);
  const { photos, busy, failure, add, remove } = upload;
  const wrong = failure ?? error;
  return (
    <fieldset className={classes.field}>
      <legend>{t('form.photos')}</legend>
      <PhotoRow photos={photos} onRemove={remove} />
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={REFUND_PHOTO_FILE.types.join(',')}
        aria-label={t('form.photos')}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])].slice(0, MOST_REFUND_PHOTOS - photos.length);
          event.currentTarget.value = '';
          void add(files);
        }}
      />
      <div>
        <Button
          size="xs"
          variant="default"
          loading={busy}
          disabled={photos.length >= MOST_REFUND_PHOTOS}
          leftSection={<ImagePlus size={16} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {t('form.addPhotos')}
        </Button>
      </div>
      <p className={classes.quiet}>{needed ? t('form.photosNeeded') : t('form.photosHelp')}</p>
      {wrong ? (
        <p className={classes.failure} role="alert">
          {wrong}
        </p>
      ) : null}
    </fieldset>
  );
}
