import { Button } from '@mantine/core';
import type { GalleryImage } from '@quayside/contracts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import ReactCrop, { convertToPercentCrop, type PercentCrop, type PixelCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { Dialog } from '../../../kit/dialog.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { Segmented } from '../../../kit/segmented.tsx';
import { canvasFailure, cutOut } from '../../../lib/pictures/canvas.ts';
import { pieceOf, settledCrop, startingCrop } from '../../../lib/pictures/crop.ts';
import { cropLabels } from '../../../lib/pictures/crop-labels.ts';
import classes from './library.module.css';

const SHAPES = { wide: 16 / 9, square: 1, free: undefined } as const;
type Shape = keyof typeof SHAPES;

interface Props {
  image: GalleryImage;
  onClose(): void;
  onCropped(file: File): void;
}

/** Crops an image of the library into a new one; the original stays. Import it lazily. */
export default function CropDialog({ image, onClose, onCropped }: Props) {
  const { t } = useTranslation(['library', 'account', 'common']);
  const [shape, setShape] = useState<Shape>('wide');
  const [crop, setCrop] = useState<PercentCrop>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const picture = useRef<HTMLImageElement>(null);

  function start(wanted: Shape): void {
    const shown = picture.current;
    if (!shown) return;
    const { naturalWidth: width, naturalHeight: height } = shown;
    setCrop(convertToPercentCrop({ unit: 'px', ...startingCrop({ width, height }, SHAPES[wanted]) }, width, height));
  }
  /** A click makes a crop too; it is measured as it is seen. */
  function settle(pixels: PixelCrop): void {
    const shown = picture.current;
    const settled = shown && settledCrop(pixels, shown);
    if (settled && settled !== pixels) setCrop(convertToPercentCrop(settled, shown.width, shown.height));
  }
  async function save(): Promise<void> {
    const shown = picture.current;
    if (!shown || !crop) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const blob = await cutOut(shown, pieceOf(crop, shown), document.createElement('canvas'));
      const base = image.name.replace(/\.[^.]*$/, '');
      onCropped(new File([blob], `${base}-${t('cropSuffix')}.webp`, { type: blob.type }));
    } catch (error) {
      const failed = canvasFailure(error);
      setFailure(t(failed ? `account:picture.failed.${failed}` : 'account:picture.failed.other'));
      setBusy(false);
    }
  }

  return (
    <Dialog open onClose={onClose} title={t('cropTitle')} width={680} busy={busy}>
      <div className={classes.cropper}>
        {/* A picture has no direction of writing: left stays left. */}
        <div className={classes.stage} dir="ltr">
          <ReactCrop
            className="ReactCrop--no-animate"
            crop={crop}
            aspect={SHAPES[shape]}
            disabled={busy}
            ariaLabels={cropLabels((key) => t(`account:picture.handle.${key}`))}
            onChange={(_pixels, next) => setCrop(next)}
            onComplete={settle}
          >
            <img
              ref={picture}
              src={image.image_url}
              alt={image.name}
              className={classes.whole}
              onLoad={() => start(shape)}
              onError={() => setFailure(t('account:picture.failed.other'))}
            />
          </ReactCrop>
        </div>
        <Segmented
          label={t('account:picture.shape.label')}
          value={shape}
          choices={(Object.keys(SHAPES) as Shape[]).map((value) => ({ value, label: t(`shape.${value}`) }))}
          onChange={(next) => {
            setShape(next);
            start(next);
          }}
        />
        <p className={classes.quiet}>{t('account:picture.hint.keys')}</p>
        <Failure text={failure} />
        <div className={classes.buttons}>
          <Button variant="subtle" onClick={onClose} disabled={busy}>
            {t('common:cancel')}
          </Button>
          <Button onClick={() => void save()} loading={busy} disabled={!crop} data-autofocus>
            {t('saveCrop')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
