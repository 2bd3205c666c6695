import { Button } from '@mantine/core';
import type { GalleryImage } from '@quayside/contracts';
import { Crop, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../kit/confirm-dialog.tsx';
import { Dialog } from '../../../kit/dialog.tsx';
import { Sheet } from '../../../kit/drawer.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { api } from '../../../lib/api.ts';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useIsMobile } from '../../../lib/use-media.ts';
import { Galleries } from './galleries.tsx';
import { ImageGrid } from './image-grid.tsx';
import classes from './library.module.css';
import { UploadCard } from './upload-card.tsx';
import { getRoom, toggle } from './uploads.ts';
import { useGallery, useProductImages } from './use-gallery.ts';
import { useUploads } from './use-uploads.ts';

const CropDialog = lazyChunk(() => import('./crop-dialog.tsx'));

export interface LibraryPickerProps {
  productId: string;
  /** Images of the product on the screen. */
  current: readonly string[];
  /** Several images are wanted, none of those in `current`. */
  many: boolean;
  onChoose(urls: string[]): void;
  onClose(): void;
}

const TABS = ['galleries', 'product'] as const;
type Tab = (typeof TABS)[number];

/** Chooses images from the library or the product: a modal, on phones a drawer. Import it lazily, with its texts. */
export default function LibraryPicker(props: LibraryPickerProps) {
  const { t } = useTranslation('library');
  const mobile = useIsMobile();
  return mobile ? (
    <Sheet open onClose={props.onClose} title={t('title')} closeOnOverlay={false}>
      <Picker {...props} />
    </Sheet>
  ) : (
    <Dialog open onClose={props.onClose} title={t('title')} width={1080}>
      <Picker {...props} />
    </Dialog>
  );
}

function Picker({ productId, current, many, onChoose, onClose }: LibraryPickerProps) {
  const { t } = useTranslation(['library', 'common']);
  const { number } = useFormats();
  const gallery = useGallery();
  const productImages = useProductImages(productId, current);
  const uploads = useUploads(gallery.refresh);
  const [tab, setTab] = useState<Tab>('galleries');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [task, setTask] = useState<'crop' | 'delete'>();
  const [kept, setKept] = useState<readonly string[]>([]);
  const choose = (url: string) => setChosen((now) => toggle(now, url, many));
  const taken = many ? current : [];
  const images = gallery.images.filter((image) => chosen.includes(image.image_url));
  const counts: Record<Tab, number | undefined> = { galleries: gallery.total, product: productImages.length };

  async function remove(): Promise<void> {
    const ids = images.map((image) => image.id);
    const { deleted, failed } = await api('DELETE /center/products/galleries', {
      body: { image_ids: ids },
      quiet: true,
    });
    const gone = new Set(images.filter((image) => deleted.includes(image.id)).map((image) => image.image_url));
    setChosen((now) => now.filter((url) => !gone.has(url)));
    setKept(Object.values(failed).map((one) => one.text));
    await gallery.refresh();
  }
  function cropped(file: File): void {
    const add = ({ image_url: url }: GalleryImage) => setChosen((now) => (many ? [...now, url] : [url]));
    const original = images[0]?.image_url;
    setChosen((now) => now.filter((url) => url !== original));
    uploads.addFiles([file], add);
    setTask(undefined);
  }

  return (
    <div className={classes.picker}>
      <div className={classes.tabs} role="tablist" aria-label={t('title')}>
        {TABS.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`library-tab-${one}`}
            aria-selected={tab === one}
            aria-controls="library-panel"
            className={classes.tab}
            onClick={() => setTab(one)}
          >
            {t(`tab.${one}`)}{' '}
            {counts[one] === undefined ? null : <span className={classes.count}>{number(counts[one])}</span>}
          </button>
        ))}
      </div>
      <div id="library-panel" role="tabpanel" aria-labelledby={`library-tab-${tab}`} className={classes.panel}>
        {tab === 'galleries' ? (
          <Galleries
            gallery={gallery}
            uploads={uploads}
            room={getRoom(gallery.total ?? 0, uploads.items)}
            chosen={chosen}
            taken={taken}
            onChoose={choose}
          />
        ) : (
          <div className={classes.scroll}>
            {productImages.length === 0 ? (
              <p className={classes.quiet}>{t('emptyProduct')}</p>
            ) : (
              <ImageGrid
                images={productImages.map((url, at) => ({ url, name: t('productImage', { number: at + 1 }) }))}
                chosen={chosen}
                taken={taken}
                onChoose={choose}
              />
            )}
          </div>
        )}
      </div>
      <div className={classes.foot}>
        <UploadCard items={uploads.items} onClear={uploads.clear} />
        {kept.length > 0 ? (
          <ul className={classes.kept} role="alert">
            {kept.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        ) : null}
        <div className={classes.buttons}>
          <span className={classes.actions}>
            {images.length === 1 ? (
              <MayButton
                needs="products.change"
                variant="default"
                leftSection={<Crop size={16} aria-hidden />}
                onClick={() => setTask('crop')}
              >
                {t('crop')}
              </MayButton>
            ) : null}
            {images.length > 0 ? (
              <MayButton
                needs="products.change"
                variant="subtle"
                color="red"
                leftSection={<Trash2 size={16} aria-hidden />}
                onClick={() => {
                  setKept([]);
                  setTask('delete');
                }}
              >
                {t('delete')}
              </MayButton>
            ) : null}
          </span>
          <span className={classes.number} role="status">
            {chosen.length > 0 ? t('chosen', { count: chosen.length }) : ''}
          </span>
          <Button variant="subtle" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            disabled={chosen.length === 0}
            onClick={() => {
              onChoose([...chosen]);
              onClose();
            }}
          >
            {t('done')}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={task === 'delete'}
        onClose={() => setTask(undefined)}
        title={t('deleteTitle', { count: images.length })}
        text={t('deleteText')}
        verb={t('delete')}
        danger
        onConfirm={remove}
      />
      <Suspense fallback={null}>
        {task === 'crop' && images[0] ? (
          <CropDialog image={images[0]} onClose={() => setTask(undefined)} onCropped={cropped} />
        ) : null}
      </Suspense>
    </div>
  );
}
