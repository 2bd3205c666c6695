import { Button, Group } from '@mantine/core';
import { GripVertical, ImagePlus, Plus, X } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { LibraryPicker, UploadPhotos } from '../library/lazy-library.tsx';
import { pictureAt } from '../picture-at.ts';
import { useImproveImages } from '../use-enhance.ts';
import { ChangedMark } from './changed-mark.tsx';
import { EditorSection } from './editor-section.tsx';
import type { FieldEditor } from './field-editor.ts';
import classes from './pictures.module.css';
import { moved } from './reorder.ts';
import { usePictureDrag } from './use-picture-drag.ts';

const EDGE = 120;
const LONGEST_ALT = 512;

type Images = FieldEditor['draft']['images'];
/** Appends chosen images. A product shows each once. */
const withAdded = (images: Images, urls: readonly string[]): Images => [
  ...images,
  ...urls.filter((url) => !images.some((image) => image.url === url)).map((url) => ({ url })),
];

/** The pictures in their order; the first is the one that lists show. Taken-away ones of the supplier wait below. */
export function Pictures({ editor }: { editor: FieldEditor }) {
  const { t } = useTranslation('products');
  const { draft, original, changes, change } = editor;
  const improveImages = useImproveImages();
  const grid = useRef<HTMLUListElement>(null);
  const [adding, setAdding] = useState(false);
  const { images } = draft;
  const { grab, startPointer, onKey } = usePictureDrag(grid, images.length, (from, to) =>
    change((now) => ({ ...now, images: moved(now.images, from, to) })),
  );
  const shown = grab ? moved(images, grab.from, grab.to) : images;
  const heldUrl = grab ? images[grab.from]?.url : undefined;
  const gone = original.images.filter((image) => !images.some((one) => one.url === image.url));
  const remove = (url: string) =>
    change((now) => ({ ...now, images: now.images.filter((image) => image.url !== url) }));

  const write = (url: string, alt: string) =>
    change((now) => ({
      ...now,
      images: now.images.map((image) => (image.url === url ? { url, ...(alt ? { alt } : {}) } : image)),
    }));

  // A tile that is carried by keys keeps the focus: moving it in the page took that away.
  useEffect(() => {
    if (grab?.by !== 'keys') return;
    grid.current?.querySelectorAll<HTMLElement>('[data-tile]')[grab.to]?.focus();
  }, [grab]);

  return (
    <EditorSection
      id="pictures"
      title={t('editor.pictures')}
      mark={
        changes.fields.has('images') ? (
          <ChangedMark
            field={t('editor.pictures')}
            original={
              <span className={classes.small}>
                {original.images.map((image) => (
                  <ProductPicture key={image.url} src={pictureAt(image.url, 48)} alt="" size={48} />
                ))}
              </span>
            }
            onRestore={() => change((now) => ({ ...now, images: original.images }))}
          />
        ) : null
      }
      action={
        <Group gap="xs">
          <MayButton
            needs="products.change"
            size="compact-sm"
            variant="subtle"
            onClick={() => improveImages([editor.product])}
          >
            {t('enhance.images')}
          </MayButton>
          <Button
            size="xs"
            variant="default"
            leftSection={<ImagePlus size={14} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('editor.addPicture')}
          </Button>
        </Group>
      }
    >
      <Suspense fallback={null}>
        {adding ? (
          <LibraryPicker
            productId={editor.product.id}
            current={images.map((image) => image.url)}
            many
            onClose={() => setAdding(false)}
            onChoose={(urls) => change((now) => ({ ...now, images: withAdded(now.images, urls) }))}
          />
        ) : null}
      </Suspense>
      {images.length === 0 ? <p className={classes.none}>{t('editor.noPictures')}</p> : null}
      <ul ref={grid} className={classes.grid} data-dragging={grab?.by === 'pointer' || undefined}>
        {shown.map((image, index) => (
          <li key={image.url} className={classes.item} data-held={image.url === heldUrl || undefined}>
            <button
              type="button"
              data-tile
              className={classes.tile}
              aria-label={t(index === 0 ? 'editor.mainPicture' : 'editor.pictureOf', {
                number: index + 1,
                total: images.length,
              })}
              aria-describedby="picture-keys"
              aria-pressed={image.url === heldUrl}
              onPointerDown={(event) => startPointer(event, index, false)}
              onKeyDown={(event) => {
                if (event.key === 'Delete' && !grab) remove(image.url);
                else if (!onKey(event.key, index)) return;
                event.preventDefault();
              }}
            >
              <ProductPicture src={pictureAt(image.url, EDGE)} alt={image.alt ?? ''} size="fill" />
            </button>
            {index === 0 ? <span className={classes.main}>{t('editor.main')}</span> : null}
            <span
              className={classes.grip}
              onPointerDown={(event) => startPointer(event, index, true)}
              aria-hidden="true"
            >
              <GripVertical size={14} />
            </span>
            <button
              type="button"
              className={classes.remove}
              aria-label={t('editor.removePicture', { number: index + 1 })}
              onClick={() => remove(image.url)}
            >
              <X size={14} aria-hidden />
            </button>
            <input
              dir="auto"
              className={classes.alt}
              aria-label={t('editor.alt', { number: index + 1 })}
              placeholder={t('editor.altHint')}
              value={image.alt ?? ''}
              maxLength={LONGEST_ALT}
              onChange={(event) => write(image.url, event.currentTarget.value)}
            />
          </li>
        ))}
      </ul>
      <p id="picture-keys" className={classes.keys}>
        {t('editor.pictureKeys')}
      </p>
      <p className="visually-hidden" aria-live="assertive">
        {grab?.by === 'keys' ? t('editor.picturePlace', { number: grab.to + 1, total: images.length }) : ''}
      </p>
      <Suspense fallback={null}>
        <UploadPhotos onAdd={(url) => change((now) => ({ ...now, images: withAdded(now.images, [url]) }))} />
      </Suspense>
      {gone.length > 0 ? (
        <div className={classes.gone}>
          <span className={classes.goneTitle}>{t('editor.removedPictures')}</span>
          {gone.map((image) => (
            <button
              key={image.url}
              type="button"
              className={classes.back}
              aria-label={t('editor.putBack')}
              data-hint={t('editor.putBack')}
              onClick={() => change((now) => ({ ...now, images: [...now.images, image] }))}
            >
              <ProductPicture src={pictureAt(image.url, 48)} alt="" size={48} />
              <Plus size={16} aria-hidden />
            </button>
          ))}
        </div>
      ) : null}
    </EditorSection>
  );
}
